// Undo and redo: whole states, which share their unchanged parts.

const MOST = 1000;

export function createHistory() {
  let past = [];
  let future = [];
  return {
    /** Stores the state before an action of this name; `typing` is the kind of typing that it was. */
    push(state, name, { typing = null } = {}) {
      past = [...past.slice(1 - MOST), { state, name, typing }];
      future = [];
    },
    undo: (now) => step(now, true),
    redo: (now) => step(now, false),
    /** The kind of typing that was the last action. */
    get typing() {
      return future.length ? null : (past.at(-1)?.typing ?? null);
    },
    /** The last action, as an object of its own; null where there is none. */
    get last() {
      return past.at(-1) ?? null;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    get names() {
      return { undo: past.at(-1)?.name ?? "", redo: future.at(-1)?.name ?? "" };
    },
  };

  function step(now, back) {
    const [from, to] = back ? [past, future] : [future, past];
    const entry = from.pop();
    if (!entry) return null;
    to.push({ state: now, name: entry.name, typing: null });
    return entry;
  }
}
