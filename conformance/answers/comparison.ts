/** Compares the answers of a run with those of earlier runs. */
import type { Exchange } from "../wire/client.ts";
import {
  type CommonLeaf,
  fewestRuns,
  isAsBefore,
  isVolatile,
  type Recording,
  type SeenAnswer,
} from "./answers.ts";

/** A place at which every answer to one question differs from the earlier ones. */
export interface Difference {
  readonly place: string;
  readonly before: CommonLeaf;
  /** Absent if the place is gone. */
  readonly now: CommonLeaf | undefined;
  readonly exchange: Exchange;
}

/** The comparison of one tool. */
export interface ToolComparison {
  /** The number of questions that the earlier runs had asked, too. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

interface Compared {
  readonly tool: string;
  readonly differing: Map<string, Difference>;
  /** Places at which some answer is as before. */
  readonly asBefore: Set<string>;
}

export class Comparison {
  readonly #earlier: Recording;
  readonly #compared = new Map<string, Compared>();

  constructor(earlier: Recording) {
    this.#earlier = earlier;
  }

  /** The earlier runs. */
  get runs(): Recording["runs"] {
    return this.#earlier.runs;
  }

  add({ key, tool, isOfAccount, places, exchange }: SeenAnswer): void {
    const earlier = this.#earlier.answers.get(key);
    if (earlier === undefined || earlier.runs < fewestRuns) return;
    const compared = this.#compared.get(key) ?? { tool, differing: new Map(), asBefore: new Set() };
    this.#compared.set(key, compared);
    for (const [place, before] of earlier.places) {
      if (isVolatile(this.#earlier, { tool, isOfAccount }, [place, before])) continue;
      const now = places.get(place);
      if (isAsBefore(before, now)) compared.asBefore.add(place);
      else if (!compared.differing.has(place))
        compared.differing.set(place, { place, before, now, exchange });
    }
  }

  /** Returns what was compared of a tool. A value counts as another one if no answer to its question is as before. */
  of(tool: string): ToolComparison {
    const own = [...this.#compared.values()].filter((each) => each.tool === tool);
    return { compared: own.length, differences: own.flatMap(listDifferences) };
  }
}

/** Lists the differences of the answers to one question. With another outcome, nothing else is the same. */
function listDifferences({ differing, asBefore }: Compared): readonly Difference[] {
  const all = [...differing.values()].filter(({ place }) => !asBefore.has(place));
  const outcome = all.find(({ place }) => place === "");
  return outcome === undefined ? all : [outcome];
}
