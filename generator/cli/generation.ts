import type { Diagnostic } from "../diagnostic.ts";
import type { SpecDocument, SpecSource } from "../document.ts";
import { digestOf, type GeneratedFile } from "../emit/file.ts";
import type { Parts } from "../emit/parts.ts";
import { holds } from "../files/generated.ts";
import { forgetful, keyOf } from "../memory.ts";
import type { Model } from "../model.ts";
import { cacheFolder, openCache } from "./cache.ts";
import { type Crew, crewOf } from "./crew.ts";
import { maker } from "./maker.ts";
import { compiled } from "./spec.ts";

/** What a spec becomes. */
export interface Generation {
  readonly diagnostics: readonly Diagnostic[];
  /** Left out: the spec has errors. */
  readonly spec?: { readonly model: Model; readonly files: readonly GeneratedFile[] };
}

/** What is kept of a run, to know without compiling that there is nothing to do. */
export interface Summary {
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: number;
  /** Path and digest of every generated file. */
  readonly files: readonly (readonly [path: string, digest: string])[];
}

export interface Generator {
  generate(sources: readonly SpecSource[]): Promise<Generation>;
  /** What the same sources became before, if `out` still holds exactly that. */
  unchanged(sources: readonly SpecSource[], out: string): Summary | undefined;
}

/**
 * @param remembers whether the results of earlier processes are taken.
 * @param repeats whether this process generates again and again: only then it has results of its own to take.
 */
export function generatorOf(spec: string, remembers: boolean, repeats = false): Generator {
  const cache = remembers
    ? openCache(maker(), cacheFolder(spec))
    : repeats
      ? openCache("this process")
      : undefined;
  const documents = new Map<string, SpecDocument>();

  async function generate(sources: readonly SpecSource[], crew: Crew): Promise<Generation> {
    const memory = cache ?? forgetful;
    await readAll(sources, documents, crew);
    const early = crew.hasOthers() ? await import("../emit/validators.ts") : undefined;
    let modules: Parts["modules"] | undefined;
    const begin = (model: Model): void => {
      modules = early?.modulesOf(model, memory, crew.build);
      // Nobody asks for those of a model that turns out wrong.
      modules?.catch(() => {});
    };
    const read = ({ path }: SpecSource) => documents.get(path)!;
    const { diagnostics, model } = await compiled(sources, read, begin);
    if (!model) return { diagnostics };
    const { emit } = await import("../compile.ts");
    const { partsOf } = await import("../emit/parts.ts");
    const files = await emit(model, partsOf(model, memory, crew, modules));
    cache?.keep(runKey(sources), JSON.stringify(summaryOf(diagnostics, model, files)));
    cache?.prune();
    return { diagnostics, spec: { model, files } };
  }

  return {
    async generate(sources) {
      const crew = crewOf();
      try {
        return await generate(sources, crew);
      } finally {
        await crew.end();
      }
    },
    unchanged(sources, out) {
      const kept = cache?.recall(runKey(sources));
      const summary = kept === undefined ? undefined : (JSON.parse(kept) as Summary);
      return summary && holds(out, new Map(summary.files)) ? summary : undefined;
    },
  };
}

/** Reads the files of a spec whose text is not what it was the last time. */
async function readAll(
  sources: readonly SpecSource[],
  documents: Map<string, SpecDocument>,
  crew: Crew,
): Promise<void> {
  const unread = sources.filter(({ path, text }) => documents.get(path)?.source.text !== text);
  const readings = await crew.read(unread);
  const { documentOf } = await import("../document.ts");
  for (const [index, source] of unread.entries())
    documents.set(source.path, documentOf(source, readings[index]!));
}

function runKey(sources: readonly SpecSource[]): string {
  return keyOf("run", sources);
}

function summaryOf(
  diagnostics: readonly Diagnostic[],
  { tools }: Model,
  files: readonly GeneratedFile[],
): Summary {
  return {
    diagnostics,
    tools: tools.length,
    files: files.map((file) => [file.path, digestOf(file)] as const),
  };
}
