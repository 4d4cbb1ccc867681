import { join } from "node:path";
import { structuredPatch } from "diff";
import { shorten } from "../diagnostics/wording.ts";
import type { Drift } from "../files/generated.ts";

/** How much of a difference is shown. */
const max = { files: 10, lines: 30, width: 160 };

type Paint = (style: string, text: string) => string;

/** A unified diff of the changed files, from the text on disk to the generated text. Long diffs are cut. */
export function differenceOf(out: string, drifts: readonly Drift[], colour: boolean): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const shown = drifts.slice(0, max.files).map((drift) => fileDifference(out, drift, paint));
  const rest = drifts.slice(max.files).map((drift) => `${headline(out, drift, paint)}\n`);
  return [...shown, ...rest].join("");
}

/** The first line that differs, counted from 1. */
export function firstDifference({ actual, expected }: Drift): number {
  const [before, after] = [actual.split("\n"), expected.split("\n")];
  const line = before.findIndex((text, index) => text !== after[index]);
  return (line === -1 ? before.length : line) + 1;
}

function headline(out: string, { path, kind }: Drift, paint: Paint): string {
  return paint("1", `${join(out, path).replaceAll("\\", "/")}: ${kind}`);
}

function fileDifference(out: string, drift: Drift, paint: Paint): string {
  const title = headline(out, drift, paint);
  if (drift.kind !== "changed") return `${title}\n`;
  const { hunks } = structuredPatch("", "", drift.actual, drift.expected, "", "", {
    context: 2,
    timeout: 2_000,
  }) ?? {
    hunks: [],
  };
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: body }) => [
    paint("36", `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...body.map((line) => coloured(shorten(line, max.width), paint)),
  ]);
  const cut = lines.length - max.lines;
  const note = cut > 0 ? [`  ... and ${cut} more lines`] : [];
  // The comparison of two files that differ in nearly every line times out.
  const body = hunks.length === 0 ? ["  (too different to show)"] : [...lines.slice(0, max.lines), ...note];
  return `${[title, ...body].join("\n")}\n`;
}

function coloured(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("32", line);
  return line.startsWith("-") ? paint("31", line) : line;
}
