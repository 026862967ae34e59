// IndexedDB; where it is not available, values are kept in memory until the page is closed.

const NAME = "inkslate";
const VERSION = 2;
const STORES = ["boards", "last", "notes"];
const memory = new Map(STORES.map((store) => [store, new Map()]));
let opened = null;

export const isPersistent = () => open().then(Boolean);

export async function put(store, key, value) {
  const database = await open();
  if (!database) return void memory.get(store).set(key, value);
  return done(database.transaction(store, "readwrite").objectStore(store).put(value, key));
}

export async function get(store, key) {
  const database = await open();
  if (!database) return memory.get(store).get(key);
  return done(database.transaction(store).objectStore(store).get(key));
}

/** Replaces a value by what `change` returns for it, in one transaction; nothing changes where that is null. */
export async function update(store, key, change) {
  const database = await open();
  if (!database) {
    const next = change(memory.get(store).get(key));
    return void (next && memory.get(store).set(key, next));
  }
  const transaction = database.transaction(store, "readwrite");
  const values = transaction.objectStore(store);
  const known = values.get(key);
  known.onsuccess = () => {
    const next = change(known.result);
    if (next) values.put(next, key);
  };
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export async function all(store) {
  const database = await open();
  if (!database) return [...memory.get(store).values()];
  return done(database.transaction(store).objectStore(store).getAll());
}

export async function remove(store, key) {
  const database = await open();
  if (!database) return void memory.get(store).delete(key);
  return done(database.transaction(store, "readwrite").objectStore(store).delete(key));
}

function open() {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        const known = request.result.objectStoreNames;
        for (const store of STORES) if (!known.contains(store)) request.result.createObjectStore(store);
      };
      request.onsuccess = () => {
        // A newer page in another window may need to change the stores.
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
