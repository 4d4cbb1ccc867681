/** Compiles the spec that a command line names, reports its mistakes, and generates its files. */
import { relative, resolve } from "node:path";
import type { Compiled, compile } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { GeneratedFile } from "../emit/file.ts";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import type { SpecSource } from "../parse/source.ts";
import { report } from "../report/report.ts";
import { type Io, type Output, readFormat, text, texts, type Values } from "./command.ts";
import { version } from "./package.ts";

export const specOptions = texts("spec", "format");

export function specFolder(values: Values): string {
  return text(values, "spec", "spec");
}

/** Compiles the spec that the command line names, for a command that prints data to stdout. */
export async function compileSpec(values: Values, { stderr }: Io): Promise<Model | undefined> {
  const sources = readSpec(specFolder(values));
  const { diagnostics, model } = await loadAndCompile(sources);
  reportSpec(values, sources, diagnostics, stderr);
  return model;
}

/** Loads the compiler and compiles. Commands that do not compile start faster without it. */
export async function loadAndCompile(...args: Parameters<typeof compile>): Promise<Compiled> {
  const compiler = await import("../compile.ts");
  return compiler.compile(...args);
}

/** Prints the diagnostics of a spec. JSON and SARIF are printed also when there are none. */
export function reportSpec(
  values: Values,
  sources: readonly SpecSource[],
  diagnostics: readonly Diagnostic[],
  output: Output,
): void {
  const format = readFormat(values);
  if (diagnostics.length === 0 && format !== "json" && format !== "sarif") return;
  const folder = displayedFolder(values);
  output.write(
    report(diagnostics, sources, { format, folder, colour: output.isColoured, version: version() }),
  );
}

/** The spec folder relative to the current folder, with a slash at the end; empty for the current folder itself. */
export function displayedFolder(values: Values): string {
  return displayFolder(specFolder(values));
}

/** Returns a folder as a relative path that ends with `/`; empty for the current folder. */
export function displayFolder(folder: string): string {
  const path = relative(process.cwd(), resolve(folder)).replaceAll("\\", "/");
  return path === "" ? "" : `${path}/`;
}

/** The result of generating: diagnostics, and the files if the spec has no errors. */
export interface Generation {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if the spec has errors. */
  readonly spec?: { readonly model: Model; readonly files: readonly GeneratedFile[] };
}

/** Runs the whole pipeline. */
export async function generate(sources: readonly SpecSource[]): Promise<Generation> {
  const { diagnostics, model } = await loadAndCompile(sources);
  if (!model) return { diagnostics };
  const { emit } = await import("../compile.ts");
  return { diagnostics, spec: { model, files: await emit(model) } };
}
