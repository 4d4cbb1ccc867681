/** How long the calls of each tool took. */
import type { ToolTime } from "../results/report.ts";

const shown = 3;

export function createTimings() {
  const times = new Map<string, number[]>();
  return {
    record(tool: string, ms: number): void {
      const known = times.get(tool) ?? [];
      times.set(tool, known);
      known.push(ms);
    },
    /** The tools with the longest median, the slowest first. */
    slowest: (): ToolTime[] =>
      [...times]
        .map(([tool, ms]) => ({ tool, calls: ms.length, medianMs: median(ms), maxMs: Math.max(...ms) }))
        .sort((a, b) => b.medianMs - a.medianMs)
        .slice(0, shown),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
