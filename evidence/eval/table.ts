/** Prints counts as a table in Markdown: by language, by kind, and for the cases that were held out. */
import { builtShare, type Counts, count, type Judged, silentShare } from "./evaluate.ts";

const HEAD =
  "| | cases | built | warned | refused | wrong in silence | built of what forms can have | wrong in silence of all |";

export function table(title: string, judged: readonly Judged[], groupOf: (one: Judged) => string): string {
  const groups = Map.groupBy(judged, groupOf);
  const rows = [...groups].map(([name, members]) => row(name, count(members)));
  return [
    `${title}:`,
    "",
    HEAD,
    "|---|--:|--:|--:|--:|--:|--:|--:|",
    ...rows,
    row("**all**", count(judged)),
  ].join("\n");
}

function row(name: string, counts: Counts): string {
  const numbers = [counts.cases, counts.built, counts.warned, counts.refused, counts["wrong in silence"]];
  return `| ${[name, ...numbers, percent(builtShare(counts)), percent(silentShare(counts))].join(" | ")} |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
