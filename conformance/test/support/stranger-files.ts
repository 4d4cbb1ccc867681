/** Makes the files of strangers' servers that their specs generate. They are not committed. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile, emit } from "../../../generator/compile.ts";
import { manifestOf } from "../../../generator/emit/manifest.ts";
import { readSpec } from "../../../generator/files/spec.ts";
import type { Model } from "../../../generator/model/model.ts";

const folder = join(import.meta.dirname, "../strangers");

/** The servers on the runtime: they import the code of their spec. */
export const onRuntime: readonly string[] = ["hire"];

/** The servers on other libraries that list the tools of their spec as it has them. */
const listSpec: readonly string[] = ["biobank", "helpdesk", "surgery"];

/** The generated files that a server imports. */
const isServed = /^(validators\/|(failures|handlers|limits|scopes|states|tools|types)\.ts$|manifest\.json$)/;

/** Writes what a server needs of its spec, if it is missing or of an earlier spec. */
export async function writeStrangerFiles(name: string): Promise<void> {
  if (listSpec.includes(name))
    write(join(folder, name, "manifest.json"), JSON.stringify({ tools: manifestOf(modelOf(name)) }));
  if (!onRuntime.includes(name)) return;
  const files = (await emit(modelOf(name))).filter(({ path }) => isServed.test(path));
  for (const { path, text } of files) write(join(folder, name, "generated", path), text);
}

function modelOf(name: string): Model {
  const { model, diagnostics } = compile(readSpec(join(folder, name, "spec")));
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return model;
}

/** Replaces a file at once, because servers of other tests may read it. */
function write(path: string, text: string): void {
  if (textAt(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
