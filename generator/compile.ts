import { type Diagnostic, inReadingOrder, isError } from "./diagnostic.ts";
import { parse, placer, type SpecDocument, type SpecSource } from "./document.ts";
import type { GeneratedFile } from "./emit/file.ts";
import type { Parts } from "./emit/parts.ts";
import type { Model } from "./model.ts";
import { resolve } from "./resolve.ts";
import { check } from "./rules/index.ts";
import { checkStructure } from "./structure.ts";

/** A spec without errors, or what is wrong with it. */
export interface Compiled {
  /** In reading order; warnings may be there in both cases. */
  readonly diagnostics: readonly Diagnostic[];
  readonly model?: Model;
}

/** Reads a file of a spec: `parse`, or what gives the same sooner. */
export type Read = (source: SpecSource) => SpecDocument;

/**
 * From text to a model. Everything that fails here is a diagnostic; nothing touches disk.
 *
 * @param begin is told of the model as soon as work on it would end; it may still turn out wrong.
 */
export function compile(
  sources: readonly SpecSource[],
  read: Read = parse,
  begin?: (model: Model) => void,
): Compiled {
  const documents = [...sources].sort(byPath).map(read);
  const structure = [...documents.flatMap(({ diagnostics }) => diagnostics), ...checkStructure(documents)];
  if (structure.some(isError)) return { diagnostics: structure.sort(inReadingOrder) };
  const model = resolve(documents);
  const diagnostics = [...structure, ...check(model, placer(documents), begin)].sort(inReadingOrder);
  return diagnostics.some(isError) ? { diagnostics } : { diagnostics, model };
}

/**
 * From a model to files. Emitters are loaded only when there is something to emit.
 *
 * @param parts what `partsOf` makes of the same model.
 */
export async function emit(model: Model, parts?: Parts): Promise<GeneratedFile[]> {
  const { emitters } = await import("./emit/index.ts");
  const { partsOf } = await import("./emit/parts.ts");
  const all = parts ?? partsOf(model);
  const files = await Promise.all(emitters.map((emitter) => emitter(model, all)));
  return files.flat();
}

function byPath(a: SpecSource, b: SpecSource): number {
  return a.path < b.path ? -1 : 1;
}
