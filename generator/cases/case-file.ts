/** Puts the case file of a spec together. */
import type { CaseFile } from "@toolwright/conformance/cases";
import type { Model } from "../model/model.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { printAddress } from "../schema/place.ts";
import { prepare } from "../schema/prepare.ts";
import { resolver, schemaRoots } from "../schema/roots.ts";
import { hasUnevaluated } from "../schema/unevaluated.ts";
import { deriveBehaviour } from "./behaviour/index.ts";
import { manifestCases } from "./calls.ts";
import type { ToolCases } from "./derive-tools.ts";
import { type OfferLists, offerCases } from "./offers.ts";

/** The members of the file that describe the server as a whole. */
type Head = Omit<CaseFile, "manifest" | "tools" | "schemas" | "bases" | "cases" | "unexercised">;
type Entry = readonly [key: string, text: string];

/** A case file. Everything that grows with the spec is JSON text already: one line an item, or several with commas between. */
export interface SerialisedCaseFile {
  readonly head: Head;
  readonly manifest: readonly string[];
  readonly tools: readonly Entry[];
  readonly schemas: readonly Entry[];
  readonly bases: readonly Entry[];
  readonly cases: readonly string[];
  readonly unexercised: readonly string[];
}

/** @param manifest the entries of `tools/list`. @param lists those of resources and prompts. @param ofTools the cases of each tool, in the order of the model. */
export function makeCaseFile(
  model: Model,
  manifest: readonly object[],
  lists: OfferLists,
  ofTools: readonly ToolCases[],
): SerialisedCaseFile {
  const { behaviour, cases } = deriveBehaviour(model, ofTools);
  return {
    head: { ...makeHead(model), behaviour },
    manifest: manifest.map((entry) => JSON.stringify(entry)),
    tools: model.tools.map(({ name }, index) => [name, ofTools[index]!.entry]),
    schemas: listSchemas(model),
    bases: ofTools.flatMap(({ bases }) => bases),
    cases: [
      ...manifestCases(model).map((each) => JSON.stringify(each)),
      ...ofTools.map((ofTool) => ofTool.cases).filter((text) => text !== ""),
      ...[...offerCases(model, lists), ...cases].map((each) => JSON.stringify(each)),
    ],
    unexercised: ofTools.map(({ unexercised }) => unexercised).filter((text) => text !== ""),
  };
}

function makeHead(model: Model): Head {
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  const { name, version, protocolVersions, namesVersions } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  return {
    toolwright: 3,
    server: { name, version, protocolVersions, ...(namesVersions && { namesVersions }) },
    endpoint: model.endpoint,
    auth,
    scopes: model.scopes.map((scope) => scope.name),
    ...(rate && { rate: { name: rate.name, max: rate.numbers.max!, seconds: rate.numbers.seconds! } }),
    failures: Object.fromEntries(
      model.failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
    ),
  };
}

/** The schemas as Ajv gets them. Each is whole, so that addresses are JSON Pointers. */
function listSchemas(model: Model): Entry[] {
  const resolve = resolver(normalisedModel(model));
  const roots = schemaRoots(model);
  const triesAllBranches = roots.some(hasUnevaluated);
  const rules = new Map(model.tools.map((tool) => [tool.input.uri, tool.exactlyOne]));
  return roots.map((root) => {
    const schema = prepare(root.schema, root, {
      resolve,
      refer: (target) => printAddress(target),
      keepsDefinitions: true,
      triesAllBranches,
    });
    const rule = rules.get(root.uri) ?? [];
    const ruled = rule.length > 0 ? { ...(schema as object), exactlyOne: rule } : schema;
    return [root.uri, JSON.stringify(ruled)];
  });
}
