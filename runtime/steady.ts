/**
 * A pattern as an automaton. The character at a place of the text has a class; in each state of the automaton, that is a set of
 * positions in the pattern, a class leads to the next state.
 */
export interface Automaton {
  /** Code points with which another class begins, ascending from 0, and these classes. */
  readonly ranges: readonly (readonly [from: number, character: number])[];
  /** Of each position: the classes that lead to it, and where it leads. 0 is the one before the text. */
  readonly takes: readonly (readonly number[])[];
  readonly follow: readonly (readonly number[])[];
  /** Positions at which the text may end, and those at which it does not matter how it goes on. */
  readonly ends: readonly number[];
  readonly done: readonly number[];
}

/** Whether a text matches a pattern (`RegExp.prototype.test`). */
export interface Matcher {
  test(text: string): boolean;
}

interface State {
  readonly positions: readonly number[];
  readonly ends: boolean;
  readonly isDone: boolean;
  /** By class. */
  readonly next: (State | undefined)[];
}

/** As many states are kept; a text may lead to new ones again and again. */
const mostStates = 1_000;

/**
 * Reads a text once, from its start to its end, and never goes back: for patterns that `RegExp` would try on so many ways
 * that a text of a stranger could stop a server.
 */
export function steady(automaton: Automaton): Matcher {
  const { ranges, follow, ends, done } = automaton;
  const takes = automaton.takes.map((classes) => new Set(classes));
  const ending = new Set(ends);
  const finished = new Set(done);
  const ascii = Uint16Array.from({ length: 128 }, (_, character) => classOf(character));
  const states = new Map<string, State>();
  let first = stateOf([0]);

  return {
    test(text) {
      let state = first;
      for (let at = 0; at < text.length && !state.isDone; at++) {
        const character = text.codePointAt(at)!;
        if (character > 0xffff) at++;
        const number = character < 128 ? ascii[character]! : classOf(character);
        state = state.next[number] ??= after(state, number);
      }
      return state.isDone || state.ends;
    },
  };

  function after({ positions }: State, number: number): State {
    const reached = new Set<number>();
    for (const position of positions)
      for (const next of follow[position]!) if (takes[next]!.has(number)) reached.add(next);
    return stateOf([...reached].sort((one, other) => one - other));
  }

  function stateOf(positions: readonly number[]): State {
    const key = positions.join();
    const known = states.get(key);
    if (known) return known;
    if (states.size === mostStates) {
      states.clear();
      first = stateOf([0]);
    }
    const state: State = {
      positions,
      ends: positions.some((position) => ending.has(position)),
      isDone: positions.some((position) => finished.has(position)),
      next: [],
    };
    states.set(key, state);
    return state;
  }

  function classOf(character: number): number {
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ranges[middle]![0] <= character) low = middle;
      else high = middle - 1;
    }
    return ranges[low]![1];
  }
}
