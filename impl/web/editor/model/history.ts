/** The history of edits, for undo and redo. */

const MAX_UNDO = 200;

export function createHistory<State>() {
  const past: State[] = [];
  let future: State[] = [];
  let lastJoin: string | undefined;

  return {
    /** Records the state before an edit. Consecutive edits with the same `join` are undone together. */
    keep(state: State, join: string | undefined): void {
      if (join === undefined || join !== lastJoin) past.push(state);
      if (past.length > MAX_UNDO) past.shift();
      lastJoin = join;
      future = [];
    },
    /** Makes the next edit a separate step of undo. */
    separate(): void {
      lastJoin = undefined;
    },
    /** Returns the state to go back to, if there is one. */
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
