/** Counts calls of tools. Every call is counted, and the general metrics of prom-client take ten times as long. */
import type { ToolCallReport } from "@toolwright/runtime";

interface Tally {
  readonly outcomes: Map<string, number>;
  /** The number of calls for each bound of the histogram: the first one that they did not exceed. */
  readonly calls: number[];
  ms: number;
}

/** A metric, as prom-client describes it. */
interface Description {
  readonly name: string;
  readonly help: string;
}

export class CallTally {
  readonly #bounds: readonly number[];
  readonly #tools = new Map<string, Tally>();

  /** @param bounds of the histogram of durations, in seconds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY];
  }

  add({ tool, outcome, ms }: ToolCallReport): void {
    const tally: Tally = this.#tools.get(tool) ?? { outcomes: new Map(), calls: [], ms: 0 };
    const at = this.#bounds.findIndex((bound) => ms <= bound * 1000);
    tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
    tally.calls[at] = (tally.calls[at] ?? 0) + 1;
    tally.ms += ms;
    this.#tools.set(tool, tally);
  }

  /** A counter of calls and a histogram of durations in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
  printTally(calls: Description, durations: Description): string {
    const tools = Array.from(this.#tools, ([tool, tally]) => ({
      label: `tool=${JSON.stringify(tool)}`,
      tally,
    }));
    const counts = tools.flatMap(({ label, tally }) =>
      Array.from(tally.outcomes, ([outcome, count]) => `{${label},outcome="${outcome}"} ${count}`),
    );
    const distributions = tools.flatMap(({ label, tally }) => this.#distribution(label, tally));
    return metric("counter", calls, counts) + metric("histogram", durations, distributions);
  }

  #distribution(label: string, { calls, ms }: Tally): string[] {
    let count = 0;
    const buckets = this.#bounds.map((bound, at) => {
      count += calls[at] ?? 0;
      return `_bucket{le="${Number.isFinite(bound) ? bound : "+Inf"}",${label}} ${count}`;
    });
    return [...buckets, `_sum{${label}} ${ms / 1000}`, `_count{${label}} ${count}`];
  }
}

function metric(type: string, { name, help }: Description, values: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.map((value) => `${name}${value}\n`).join("")}\n`;
}
