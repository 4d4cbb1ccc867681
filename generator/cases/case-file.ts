import type { Locus, Place } from "../diagnostic.ts";
import { forgetful, type Memory } from "../memory.ts";
import type { Model } from "../model.ts";
import type { Json } from "../runtime/cases/edits.ts";
import type { Case, CaseFile, ManifestEntry } from "../runtime/cases/format.ts";
import { prepare } from "../schema/prepare.ts";
import { schemaRoots } from "../schema/roots.ts";
import { manifestCases } from "./calls.ts";
import { derivedOf, placeOf } from "./derived.ts";
import { type Kit, kitFor } from "./kit.ts";
import { addressOf } from "./node.ts";

/** Every check that a spec implies. `manifest` are the entries of `tools/list`. */
export function caseFileOf(
  model: Model,
  place: (locus: Locus) => Place,
  manifest: readonly object[],
  memory: Memory = forgetful,
): CaseFile {
  const { kit, model: sound } = kitFor(model);
  const derived = sound.tools.map((tool) => derivedOf(tool, kit, place, memory));
  const ofManifest = manifestCases(model, kit).map((each) => ({ ...each, at: placeOf(each.at, place) }));
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  const { name, version, protocolVersions, namesVersions } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  return {
    toolwright: 1,
    server: { name, version, protocolVersions, ...(namesVersions && { namesVersions }) },
    endpoint: model.endpoint,
    auth,
    scopes: model.scopes.map((scope) => scope.name),
    ...(rate && { rate: { name: rate.name, max: rate.numbers.max!, seconds: rate.numbers.seconds! } }),
    failures: Object.fromEntries(
      model.failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
    ),
    manifest: manifest as readonly ManifestEntry[],
    tools: Object.fromEntries(sound.tools.map(({ name }, index) => [name, derived[index]!.entry])),
    schemas: schemasOf(model, kit),
    bases: Object.fromEntries(derived.flatMap(({ bases }) => bases)),
    cases: distinct([...ofManifest, ...derived.flatMap(({ cases }) => cases)]),
    unexercised: derived.flatMap(({ unexercised }) => unexercised),
  };
}

/** As Ajv gets them, each whole, so that addresses are pointers. */
function schemasOf(model: Model, { resolve }: Kit): Record<string, Json> {
  const rules = new Map(model.tools.map((tool) => [tool.input.uri, tool.exactlyOne]));
  return Object.fromEntries(
    schemaRoots(model).map((root) => {
      const schema = prepare(root.schema, root, {
        resolve,
        refer: (target) => addressOf(target),
        keepsDefinitions: true,
      }) as Json;
      const rule = rules.get(root.uri) ?? [];
      return [root.uri, rule.length > 0 ? { ...(schema as object), exactlyOne: rule } : schema];
    }),
  );
}

/** Two cases never share an id: a property may be called like a keyword. */
function distinct(cases: readonly Case[]): Case[] {
  const taken = new Map<string, number>();
  return cases.map((each) => {
    const count = (taken.get(each.id) ?? 0) + 1;
    taken.set(each.id, count);
    return count === 1 ? each : { ...each, id: `${each.id}~${count}` };
  });
}
