/** One measurement. The bar is our target; the output says whether it is reached, and a miss never fails the run. */
export interface Row {
  readonly what: string;
  readonly value: number;
  /** The unit of the value: `ms`, `of bare node:http`, `x the time of 140 tools`. */
  readonly unit: string;
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number };
  /** The method, or another observation. */
  readonly note?: string;
  /** It is a ratio to a peer of the same run, higher is better, so runs on other machines can be compared with it (`ratios.json`). */
  readonly isRatio?: true;
}

/** A benchmark: measures a few rows that belong together. */
export interface Bench {
  readonly title: string;
  /** The output format: `markdown` for a page of the docs; undefined for a terminal. */
  readonly format?: "markdown";
  rows(): Promise<readonly Row[]>;
  /** Its most telling rows within half a minute, for `--short`. */
  readonly shortRows?: () => Promise<readonly Row[]>;
}

/** Prints the rows as a table, one line each. */
export function table({ format }: Pick<Bench, "format">, rows: readonly Row[]): string {
  return format === "markdown" ? markdownTable(rows) : plainTable(rows);
}

function markdownTable(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["what", "seen", "bar", "at each size"]),
    line(["---", "---", "---", "---"]),
    ...rows.map(({ what, value, unit, bar, note = "" }) =>
      line([what, `${readable(value)} ${unit}`, verdict(value, bar), note]),
    ),
  ].join("\n");
}

function plainTable(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows
    .map(({ what, value, unit, bar, note }) => {
      const measured = `${readable(value)} ${unit}`;
      return `  ${what.padEnd(width)}  ${measured.padStart(24)}  ${verdict(value, bar).padEnd(18)}${note ?? ""}`.trimEnd();
    })
    .join("\n");
}

function verdict(value: number, bar: Row["bar"]): string {
  if (!bar) return "";
  if ("atMost" in bar) return `${value <= bar.atMost ? "held" : "MISSED"}: <= ${readable(bar.atMost)}`;
  return `${value >= bar.atLeast ? "held" : "MISSED"}: >= ${readable(bar.atLeast)}`;
}

/** Three significant digits: a measurement on a shared machine has no more. */
export function readable(value: number): string {
  return value >= 100 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
}
