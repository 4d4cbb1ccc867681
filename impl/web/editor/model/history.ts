/** What can be undone and redone. */

const MAX_UNDO = 200;

export function createHistory<State>() {
  const past: State[] = [];
  let future: State[] = [];
  let lastJoin: string | undefined;

  return {
    /** Keeps the state before an edit. Edits with the same `join`, one after the other, are undone together. */
    keep(state: State, join: string | undefined): void {
      if (join === undefined || join !== lastJoin) past.push(state);
      if (past.length > MAX_UNDO) past.shift();
      lastJoin = join;
      future = [];
    },
    /** The next edit is undone on its own. */
    separate(): void {
      lastJoin = undefined;
    },
    /** The state to go back to, if there is one. */
    undo: (present: State) => travel(past, future, present),
    redo: (present: State) => travel(future, past, present),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };

  function travel(from: State[], to: State[], present: State): State | undefined {
    const state = from.pop();
    if (state === undefined) return undefined;
    to.push(present);
    lastJoin = undefined;
    return state;
  }
}
