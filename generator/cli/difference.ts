import { join } from "node:path";
import { structuredPatch } from "diff";
import type { Drift } from "../files/generated.ts";

/** How much of a difference is shown: enough to see what it is about. */
const most = { files: 10, lines: 30, width: 160 };

type Paint = (style: string, text: string) => string;

/** Drifted files as a unified difference, from what is on disk to what the spec says; long ones are cut. */
export function differenceOf(out: string, drifts: readonly Drift[], colour: boolean): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const shown = drifts.slice(0, most.files).map((drift) => fileDifference(out, drift, paint));
  const rest = drifts.slice(most.files).map((drift) => `${headline(out, drift, paint)}\n`);
  return [...shown, ...rest].join("");
}

/** Where a file first differs, counted from 1. */
export function firstDifference({ found, wanted }: Drift): number {
  const [before, after] = [found.split("\n"), wanted.split("\n")];
  const line = before.findIndex((text, index) => text !== after[index]);
  return (line === -1 ? before.length : line) + 1;
}

function headline(out: string, { path, kind }: Drift, paint: Paint): string {
  return paint("1", `${join(out, path).replaceAll("\\", "/")}: ${kind}`);
}

function fileDifference(out: string, drift: Drift, paint: Paint): string {
  const title = headline(out, drift, paint);
  if (drift.kind !== "changed") return `${title}\n`;
  const { hunks } = structuredPatch("", "", drift.found, drift.wanted, "", "", {
    context: 2,
    timeout: 2_000,
  }) ?? {
    hunks: [],
  };
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: body }) => [
    paint("36", `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...body.map((line) => tinted(clipped(line), paint)),
  ]);
  const cut = lines.length - most.lines;
  const note = cut > 0 ? [`  ... and ${cut} more lines`] : [];
  // Two files that differ in nearly every line are not compared to the end.
  const body = hunks.length === 0 ? ["  (too different to show)"] : [...lines.slice(0, most.lines), ...note];
  return `${[title, ...body].join("\n")}\n`;
}

function tinted(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("32", line);
  return line.startsWith("-") ? paint("31", line) : line;
}

function clipped(line: string): string {
  return line.length > most.width ? `${line.slice(0, most.width - 3)}...` : line;
}
