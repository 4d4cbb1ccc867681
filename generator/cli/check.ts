import { join } from "node:path";
import { formatCount, shorten } from "@toolwright/check/report";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Drift, findDrift } from "../files/output-files.ts";
import type { SpecSource } from "../parse/source.ts";
import { inFolder, report } from "../report/report.ts";
import { type Io, readFormat, type Values } from "./command.ts";
import { version } from "./package.ts";
import { releaseDiagnostics } from "./publish/release-check.ts";
import { displayedFolder, type Generation, reportSpec, specFolder } from "./spec.ts";

/**
 * `generate --check`: compares a folder with the generated files and prints the difference to stdout. Also reports breaking
 * changes since the last release if the version is still the same. @returns the exit code
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
  if (count === 0) return `${out}/ is up to date.\n`;
  return `${formatCount(count, "file")} in ${out}/ should be different (- is there, + should be). Run \`npx toolwright generate\` and commit the result.\n`;
}

function driftDiagnostic(out: string, drift: Drift): Diagnostic {
  return {
    severity: "error",
    code: "generated-is-current",
    message: "Generated files are what the spec says.",
    place: { file: showPath(out, drift), line: firstDifference(drift).line, column: 1, length: 1 },
    detail: `This file is ${drift.kind}.`,
    hint: "Run `npx toolwright generate` and commit the result.",
  };
}

/** The number of files whose first differing lines are shown, and the width at which lines are cut. */
const max = { files: 10, width: 160 };

/** Each file, and of a changed one the first line that differs: on disk, and as it should be. Version control shows the rest. */
function showDifference(out: string, drifts: readonly Drift[], colour: boolean): string {
  const paint = (style: string, text: string) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const shown = drifts.map((drift, index) => {
    const { line, before, after } = firstDifference(drift);
    const at = drift.kind === "changed" ? `:${line}` : "";
    const lines = [
      ...(before === undefined ? [] : [paint("31", shorten(`-${before}`, max.width))]),
      ...(after === undefined ? [] : [paint("32", shorten(`+${after}`, max.width))]),
    ];
    const isCut = drift.kind !== "changed" || index >= max.files;
    return [paint("1", `${showPath(out, drift)}${at}: ${drift.kind}`), ...(isCut ? [] : lines)];
  });
  return shown.map((lines) => `${lines.join("\n")}\n`).join("");
}

function showPath(out: string, { path }: Drift): string {
  return join(out, path).replaceAll("\\", "/");
}

/** The first line that differs, counted from 1; undefined where a text has ended. */
function firstDifference({ kind, actual, expected }: Drift) {
  if (kind !== "changed") return { line: 1, before: undefined, after: undefined };
  const [before, after] = [actual.split("\n"), expected.split("\n")];
  const found = before.findIndex((text, index) => text !== after[index]);
  const index = found === -1 ? before.length : found;
  return { line: index + 1, before: before[index], after: after[index] };
}
