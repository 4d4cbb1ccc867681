import { type Diagnostic, inReadingOrder, isError } from "./diagnostics/diagnostic.ts";
import type { GeneratedFile } from "./emit/file.ts";
import type { Model } from "./model/model.ts";
import { parseAll, placeFinder } from "./parse/document.ts";
import type { SpecSource } from "./parse/source.ts";
import { resolve } from "./resolve/resolve.ts";
import { check } from "./rules/index.ts";
import { checkStructure } from "./structure/structure.ts";

/** A spec without errors, or what is wrong with it. */
export interface Compiled {
  /** In reading order; warnings may be there in both cases. */
  readonly diagnostics: readonly Diagnostic[];
  readonly model?: Model;
}

/** From text to a model. Everything that fails here is a diagnostic; nothing touches disk. */
export function compile(sources: readonly SpecSource[]): Compiled {
  const documents = parseAll([...sources].sort(byPath));
  const structure = [...documents.flatMap(({ diagnostics }) => diagnostics), ...checkStructure(documents)];
  if (structure.some(isError)) return { diagnostics: structure.sort(inReadingOrder) };
  const model = resolve(documents);
  const diagnostics = [...structure, ...check(model, placeFinder(documents))].sort(inReadingOrder);
  return diagnostics.some(isError) ? { diagnostics } : { diagnostics, model };
}

/** From a model to files. Emitters are loaded only when there is something to emit. */
export async function emit(model: Model): Promise<GeneratedFile[]> {
  const { emitters } = await import("./emit/index.ts");
  const files = await Promise.all(emitters.map((emitter) => emitter(model)));
  return files.flat();
}

function byPath(a: SpecSource, b: SpecSource): number {
  return a.path < b.path ? -1 : 1;
}
