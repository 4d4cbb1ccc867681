/** The command `generate`: turns a spec into the generated files. */
import { resolve, sep } from "node:path";
import { formatCount } from "@toolwright/check/report";
import { type Diagnostic, putEditedFirst } from "../diagnostics/diagnostic.ts";
import { type Drift, writeGenerated } from "../files/output-files.ts";
import { readSpec, requireSpec } from "../files/spec.ts";
import { removeStale } from "../files/staging.ts";
import { listExperimental } from "../language/experimental.ts";
import type { Model } from "../model/model.ts";
import { parse } from "../parse/document.ts";
import {
  type Command,
  flags,
  type Io,
  readFormat,
  say,
  text,
  texts,
  UsageError,
  type Values,
} from "./command.ts";
import { findUnchanged, listEdited, recordRun } from "./last-run.ts";
import { releaseDiagnostics } from "./publish/release-check.ts";
import { generate, reportSpec, specFolder, specOptions } from "./spec.ts";

export const command: Command = {
  options: {
    ...specOptions,
    ...texts("out", "handlers"),
    ...flags("watch", "check", "scaffold", "no-cache"),
  },
  async run(values, _, io) {
    const modes = ["watch", "check", "scaffold"].filter((mode) => values[mode]);
    if (modes.length > 1) throw new UsageError(`--${modes.join(" and --")} do not go together.`);
    if (values.handlers !== undefined && !values.scaffold)
      throw new UsageError("--handlers goes with --scaffold.");
    requireSpec(specFolder(values));
    refuseInside(specFolder(values), text(values, "out", "generated"));
    if (!values.watch) return once(values, io);
    const { watch } = await import("./watch.ts");
    return watch(values, io);
  },
};

/** Refuses an output folder inside the spec folder: generated files there would be read as part of the spec. */
function refuseInside(spec: string, out: string): void {
  if (!`${resolve(out)}${sep}`.startsWith(`${resolve(spec)}${sep}`)) return;
  throw new UsageError(`${out} lies in the spec folder. Choose another folder with --out DIR.`);
}

async function once(values: Values, io: Io): Promise<number> {
  const started = performance.now();
  const folder = specFolder(values);
  const out = text(values, "out", "generated");
  const sources = readSpec(folder);
  const stream = readFormat(values) === "human" ? io.stderr : io.stdout;
  // --check always generates everything: if it used the last run, it would only check that run.
  const usesLastRun = !values["no-cache"] && !values.check;
  const unchanged = usesLastRun && !values.scaffold ? findUnchanged(folder, sources, out) : undefined;
  if (unchanged) {
    removeStale(out);
    reportSpec(values, sources, unchanged.diagnostics, stream);
    say(io, summary(unchanged.tools, unchanged.files.length, out, [], started));
    return 0;
  }
  const { diagnostics: inOrder, spec } = await generate(sources);
  const diagnostics = putEditedFirst(inOrder, values["no-cache"] ? [] : listEdited(folder, sources));
  if (values.check && spec) {
    const { check } = await import("./check.ts");
    return check(out, sources, { diagnostics, spec }, values, io);
  }
  const breaks = spec ? releaseDiagnostics(folder, sources, spec.model).map(toWarning) : [];
  reportSpec(values, sources, [...diagnostics, ...breaks], stream);
  if (!spec) return 1;
  const drifts = writeGenerated(out, spec.files);
  // A new release ends the warnings without a change of the spec, so the next run has to look again.
  if (usesLastRun && breaks.length === 0) recordRun(folder, sources, { diagnostics, spec });
  say(io, summary(spec.model.tools.length, spec.files.length, out, drifts, started));
  const experimental = listExperimental(parse(sources).map(({ source, value }) => ({ ...source, value })));
  if (experimental.length > 0)
    say(io, `Experimental keys, which a later release may change or drop: ${experimental.join(", ")}.`);
  if (values.scaffold) await scaffold(spec.model, out, values, io);
  return 0;
}

/** A break is no obstacle while the spec is written: `--check` refuses it. */
function toWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

async function scaffold(model: Model, out: string, values: Values, io: Io): Promise<void> {
  const { scaffoldHandlers, defaultHandlersFolder } = await import("./scaffold.ts");
  const folder = values.handlers === undefined ? defaultHandlersFolder() : text(values, "handlers", "");
  for (const line of scaffoldHandlers(model, out, folder)) say(io, line);
}

function summary(
  tools: number,
  files: number,
  out: string,
  drifts: readonly Drift[],
  started: number,
): string {
  const removed = drifts.filter(({ kind }) => kind === "left over").length;
  const written = drifts.length - removed;
  const counts = [
    ...(written > 0 ? [`${written} changed`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  const changes = counts.join(", ") || "nothing changed";
  const milliseconds = Math.round(performance.now() - started);
  return `${formatCount(tools, "tool")} -> ${files} files in ${out}/ (${changes}, ${milliseconds} ms)`;
}
