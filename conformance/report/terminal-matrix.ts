/** The matrix of tools and kinds on a terminal. */
import { makeMatrix, type Report, type Tally } from "../results/report.ts";
import type { Style } from "./terminal-style.ts";

/** Formats the matrix, in several tables if the width requires it. A further table names the tools that have results there. */
export function formatMatrix({ results }: Report, style: Style, width: number): string {
  const { columns, rows } = makeMatrix(results);
  const texts = rows.map(({ cells }) => cells.map((cell) => cellText(cell)));
  const widths = columns.map((kind, index) =>
    Math.max(kind.length, ...texts.map((row) => row[index]!.length)),
  );
  const names = shortenNames(
    rows.map(({ name }) => name),
    width - widths.reduce((sum, each) => sum + each + gap, 0),
  );
  const nameWidth = Math.max(4, ...names.map((name) => name.length));
  return splitBands(widths, width - nameWidth)
    .map((band, table) => {
      const head = ["tool".padEnd(nameWidth), ...band.map((at) => columns[at]!.padStart(widths[at]!))];
      const shown = rows
        .keys()
        .filter((row) => table === 0 || band.some((at) => texts[row]![at] !== noResult));
      const lines = shown.map((row) =>
        [
          names[row]!.padEnd(nameWidth),
          ...band.map((at) =>
            colourCell(rows[row]!.cells[at]!, texts[row]![at]!.padStart(widths[at]!), style),
          ),
        ].join("  "),
      );
      return [style.dim(head.join("  ")), ...lines].join("\n");
    })
    .join("\n\n");
}

const gap = 2;
const noResult = "·";

/** Removes the prefix that all tools share if names are too long. */
function shortenNames(names: readonly string[], width: number): readonly string[] {
  const [first = "", ...others] = names.filter((name) => name !== "server");
  const prefix = first.slice(0, first.indexOf("_") + 1);
  const isShared = prefix !== "" && others.length > 0 && others.every((name) => name.startsWith(prefix));
  if (!isShared || names.every((name) => name.length <= width)) return names;
  return names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
}

/** Groups the columns, in their order, so that each group fits the width. A wider column is alone. */
function splitBands(widths: readonly number[], width: number): number[][] {
  const bands: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [at, each] of widths.entries()) {
    if (used + each + gap > width) {
      bands.push([]);
      used = 0;
    }
    bands.at(-1)!.push(at);
    used += each + gap;
  }
  return bands;
}

/** Formats a cell: `77`, `75 ✗2`, `4 !1` (advice), `60 ?17`, `12 ~3` (accepted). Inapplicable checks are not shown. */
function cellText({ held, failed, unverified, accepted, advice }: Tally): string {
  if (held + failed + unverified + accepted + advice === 0) return noResult;
  const others = Object.entries({ "✗": failed, "!": advice, "?": unverified, "~": accepted });
  return [held, ...others.flatMap(([mark, count]) => (count > 0 ? `${mark}${count}` : []))].join(" ");
}

function colourCell(
  { held, failed, unverified, accepted, advice }: Tally,
  text: string,
  style: Style,
): string {
  if (failed > 0) return style.bad(text);
  if (unverified + advice > 0) return style.warn(text);
  if (held + accepted === 0) return style.dim(text);
  return accepted > 0 ? style.dim(text) : style.good(text);
}
