import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Drift, driftOf } from "../files/generated.ts";
import type { SpecSource } from "../parse/source.ts";
import { inFolder, report } from "../report/report.ts";
import { formatOf, type Io, type Values } from "./command.ts";
import { differenceOf, firstDifference } from "./difference.ts";
import type { Generation } from "./generation.ts";
import { version } from "./package.ts";
import { releaseDiagnostics } from "./release-check.ts";
import { displayedFolder, reportSpec, specFolder } from "./spec.ts";

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
  const drifts = driftOf(out, spec.files);
  const format = formatOf(values);
  if (format === "human") {
    reportSpec(values, sources, diagnostics, stderr);
    stdout.write(differenceOf(out, drifts, stdout.isColoured));
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
