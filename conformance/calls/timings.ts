/** Records the duration of the calls of each tool. */
import type { ToolTime } from "../results/report.ts";

const shown = 3;

export class Timings {
  /** Tool -> the milliseconds of each call. */
  readonly #times = new Map<string, number[]>();

  record(tool: string, ms: number): void {
    const known = this.#times.get(tool) ?? [];
    this.#times.set(tool, known);
    known.push(ms);
  }

  /** Lists the tools with the longest median, the slowest first. */
  slowest(): ToolTime[] {
    return [...this.#times]
      .map(([tool, ms]) => ({ tool, calls: ms.length, medianMs: median(ms), maxMs: Math.max(...ms) }))
      .sort((a, b) => b.medianMs - a.medianMs)
      .slice(0, shown);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
