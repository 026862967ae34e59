// IndexedDB; where it is not available, values are kept in memory until the page is closed.

const NAME = "inkslate";
const STORES = ["boards", "last"];
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
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
      request.onsuccess = () => resolve(request.result);
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
