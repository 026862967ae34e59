// Undo and redo: whole states, which share their unchanged parts.

const MOST = 500;

export function createHistory() {
  let past = [];
  let future = [];
  return {
    /** Stores the state before an action of this name. */
    push(state, name) {
      past = [...past.slice(1 - MOST), { state, name }];
      future = [];
    },
    undo: (now) => step(now, true),
    redo: (now) => step(now, false),
    clear() {
      past = [];
      future = [];
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
  };

  function step(now, back) {
    const [from, to] = back ? [past, future] : [future, past];
    const entry = from.pop();
    if (!entry) return null;
    to.push({ state: now, name: entry.name });
    return entry;
  }
}
