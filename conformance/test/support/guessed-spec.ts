/** The cases of a spec that `import --guess` writes for a stranger's server: what a team gets that has a server, and no spec. */
import { join } from "node:path";
import { compile } from "../../../generator/compile.ts";
import { printWholeCases } from "../../../generator/emit/cases.ts";
import { manifestOf } from "../../../generator/emit/manifest.ts";
import { readSpec } from "../../../generator/files/spec.ts";
import { importListing } from "../../../generator/import/index.ts";
import type { Model } from "../../../generator/model/model.ts";
import type { CaseFile } from "../../cases/format.ts";
import { expand } from "../../cases/stored.ts";
import type { Target } from "../../target/target.ts";
import { strangers } from "./strangers.ts";

const folder = join(import.meta.dirname, "../strangers");

export function casesOfGuesses(name: string): CaseFile {
  const written = readModel(name);
  const { server, endpoint } = written;
  const listing: Parameters<typeof importListing>[0] = {
    server: { name: server.name, version: server.version },
    endpoint,
    scheme: "bearer",
    notes: [],
    tools: manifestOf(written) as never,
    unreadable: [],
  };
  const { sources } = importListing(listing, { guess: true });
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return expand(JSON.parse(printWholeCases(model)));
}

function readModel(name: string): Model {
  const { model, diagnostics } = compile(readSpec(join(folder, name, "spec")));
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return model;
}

/** The target of a first try: one token, and nothing about codes or hooks. */
export function firstTarget(name: string): Partial<Target> {
  return { name, bindings: {}, tokens: (strangers[name]!.target.tokens ?? []).slice(0, 1), hooks: {} };
}
