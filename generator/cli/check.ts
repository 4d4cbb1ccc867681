import { join } from "node:path";
import { structuredPatch } from "diff";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { shorten } from "../diagnostics/wording.ts";
import { type Drift, findDrift } from "../files/generated.ts";
import type { SpecSource } from "../parse/source.ts";
import { inFolder, report } from "../report/report.ts";
import { type Io, readFormat, type Values } from "./command.ts";
import { version } from "./package.ts";
import { releaseDiagnostics } from "./release-check.ts";
import { displayedFolder, type Generation, reportSpec, specFolder } from "./spec.ts";

/**
 * `generate --check`: compares a folder with the generated files and prints the difference to stdout; also reports what breaks the
 * last release under the same version. @returns the exit code
 */
export function check(
  out: string,
  sources: readonly SpecSource[],
  generation: Required<Generation>,
  values: Values,
  { stdout, stderr }: Io,
): number {
  const { spec } = generation;
  const breaks = releaseDiagnostics(specFolder(values), sources, spec.model);
  const diagnostics = [...generation.diagnostics, ...breaks];
  const drifts = findDrift(out, spec.files);
  const format = readFormat(values);
  if (format === "human") {
    reportSpec(values, sources, diagnostics, stderr);
    stdout.write(showDifference(out, drifts, stdout.isColoured));
  } else {
    const folder = displayedFolder(values);
    const ofSpec = diagnostics.map((diagnostic) => inFolder(diagnostic, folder));
    const all = [...ofSpec, ...drifts.map((drift) => driftDiagnostic(out, drift))];
    stdout.write(report(all, [], { format, folder: "", colour: false, version: version() }));
  }
  stderr.write(verdict(out, drifts.length));
  return drifts.length === 0 && breaks.length === 0 ? 0 : 1;
}

function verdict(out: string, count: number): string {
  if (count === 0) return `${out}/ is what the spec says.\n`;
  const files = count === 1 ? "1 file" : `${count} files`;
  return `${files} in ${out}/ should be different (- is there, + should be). Run \`toolwright generate\` and commit the result.\n`;
}

function driftDiagnostic(out: string, drift: Drift): Diagnostic {
  const line = drift.kind === "changed" ? firstDifference(drift) : 1;
  return {
    severity: "error",
    code: "generated-is-current",
    message: "Generated files are what the spec says.",
    place: { file: join(out, drift.path).replaceAll("\\", "/"), line, column: 1, length: 1 },
    detail: `This file is ${drift.kind}.`,
    hint: "Run `toolwright generate` and commit the result.",
  };
}

/** How much of a difference is shown. */
const max = { files: 10, lines: 30, width: 160 };

type Paint = (style: string, text: string) => string;

/** A unified diff of the changed files, from the text on disk to the generated text. Long diffs are cut. */
function showDifference(out: string, drifts: readonly Drift[], colour: boolean): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const shown = drifts.slice(0, max.files).map((drift) => fileDifference(out, drift, paint));
  const rest = drifts.slice(max.files).map((drift) => `${headline(out, drift, paint)}\n`);
  return [...shown, ...rest].join("");
}

/** The first line that differs, counted from 1. */
function firstDifference({ actual, expected }: Drift): number {
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
