/** The pipeline: from the text of a spec to its model, and from the model to generated files. */
import { type Diagnostic, inReadingOrder, isError } from "./diagnostics/diagnostic.ts";
import type { GeneratedFile } from "./emit/file.ts";
import type { Model } from "./model/model.ts";
import { parse, placeFinder } from "./parse/document.ts";
import type { SpecSource } from "./parse/source.ts";
import { resolve } from "./resolve/resolve.ts";
import { causesFirst, check, exampleCodes } from "./rules/index.ts";
import { withSkills } from "./skills/skills.ts";
import { checkStructure } from "./structure/structure.ts";

/** The model of a spec without errors, or the errors. */
export interface Compiled {
  /** Causes first, else in reading order; warnings may be present in both cases. */
  readonly diagnostics: readonly Diagnostic[];
  /** Left out where a diagnostic is an error. */
  readonly model?: Model;
  /** The model also where scenarios or examples have errors. Callers see neither of them. */
  readonly publishable?: Model;
}

/**
 * Makes the model from the text of a spec. Every mistake in the text becomes a diagnostic. Nothing here touches the disk.
 *
 * @example
 * ```ts
 * import { compile, emit, report } from "toolwright";
 *
 * const sources = [{ path: "service.yaml", text: "toolwright: 1" }];
 * const { model, diagnostics } = compile(sources);
 * if (model) for (const { path } of await emit(model)) console.log(path);
 * else console.log(report(diagnostics, sources, { format: "human", folder: "spec/", colour: false }));
 * ```
 */
export function compile(sources: readonly SpecSource[]): Compiled {
  const documents = parse(sources);
  const structure = checkStructure(documents);
  if (structure.some(isError)) return { diagnostics: structure.sort(inReadingOrder) };
  const model = withSkills(resolve(documents));
  const diagnostics = [...structure, ...check(model, placeFinder(documents))].sort(causesFirst);
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return { diagnostics, model, publishable: model };
  return errors.every(({ code, place }) => place.file.startsWith("scenarios/") || exampleCodes.has(code))
    ? { diagnostics, publishable: model }
    : { diagnostics };
}

/** Makes the generated files from a model. Emitters load slowly, so they are loaded only here. */
export async function emit(model: Model): Promise<GeneratedFile[]> {
  const { emitters } = await import("./emit/index.ts");
  const files = await Promise.all(emitters.map((emitter) => emitter(model)));
  return files.flat();
}
