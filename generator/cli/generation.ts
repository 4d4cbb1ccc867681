import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { GeneratedFile } from "../emit/file.ts";
import type { Model } from "../model/model.ts";
import type { SpecSource } from "../parse/source.ts";
import { compiled } from "./spec.ts";

/** The result of generating: diagnostics, and the files if the spec has no errors. */
export interface Generation {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if the spec has errors. */
  readonly spec?: { readonly model: Model; readonly files: readonly GeneratedFile[] };
}

/** Runs the whole pipeline. */
export async function generate(sources: readonly SpecSource[]): Promise<Generation> {
  const { diagnostics, model } = await compiled(sources);
  if (!model) return { diagnostics };
  const { emit } = await import("../compile.ts");
  return { diagnostics, spec: { model, files: await emit(model) } };
}
