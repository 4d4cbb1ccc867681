import { hash } from "node:crypto";
import type { Compiled, Read } from "../compile.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { SpecSource } from "../document.ts";
import type { GeneratedFile } from "../emit/file.ts";
import { holds } from "../files.ts";
import { forgetful, keyOf, type Memory } from "../memory.ts";
import type { Model } from "../model.ts";
import { cacheFolder, openCache } from "./cache.ts";
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
 * @param read reads files of the spec again and again: only then a process has results of its own to take.
 */
export function generatorOf(spec: string, remembers: boolean, read?: Read): Generator {
  const cache = remembers ? openCache(maker(), cacheFolder(spec)) : read && openCache("this process");
  const memory = cache ?? forgetful;
  return {
    async generate(sources) {
      const compilation = await compiled(sources, read);
      const { diagnostics, model } = compilation;
      if (!model) return { diagnostics };
      const files = await emitted(compilation, model, memory);
      cache?.keep(runKey(sources), JSON.stringify(summaryOf(diagnostics, model, files)));
      cache?.prune();
      return { diagnostics, spec: { model, files } };
    },
    unchanged(sources, out) {
      const kept = cache?.recall(runKey(sources));
      const summary = kept === undefined ? undefined : (JSON.parse(kept) as Summary);
      return summary && holds(out, new Map(summary.files)) ? summary : undefined;
    },
  };
}

async function emitted(
  { place }: Pick<Compiled, "place">,
  model: Model,
  memory: Memory,
): Promise<GeneratedFile[]> {
  const { emit } = await import("../compile.ts");
  const { crewOf } = await import("./crew.ts");
  return emit(model, place, memory, crewOf());
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
    files: files.map(({ path, text }) => [path, hash("sha256", text)] as const),
  };
}
