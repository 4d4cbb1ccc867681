/** Puts the case file of a spec together. */

import type { Json, StoredCases } from "@toolwright/conformance/cases";
import { hasUnevaluated, printAddress } from "@toolwright/json-schema";
import { prepare } from "@toolwright/json-schema/evaluation";
import { serverCard } from "../description/server-card.ts";
import { withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import { rateRule } from "../model/rate-rule.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver, schemaRoots } from "../schema/roots.ts";
import { expiryCases } from "./authorization.ts";
import { deriveBehaviour } from "./behaviour/index.ts";
import { manifestCases } from "./calls.ts";
import type { ToolCases } from "./derive-tools.ts";
import { deriveOffers, type OfferLists } from "./offers.ts";

/** @param lists the entries of resources and prompts. @param ofTools the cases of each tool, in the order of the model. */
export function makeCaseFile(model: Model, lists: OfferLists, ofTools: readonly ToolCases[]): StoredCases {
  const offers = deriveOffers(model, lists);
  const bases = new Map([...ofTools.flatMap((ofTool) => ofTool.bases), ...offers.bases]);
  const { behaviour, cases } = deriveBehaviour(model, bases);
  const common = new Map<string, number>();
  const named = model.tools.map(({ name }, index) => ({ name, ofTool: ofTools[index]! }));
  const casesOfTools = named.flatMap(({ name, ofTool }) => withCommon(name, ofTool.cases, common));
  return {
    ...makeHead(model),
    ...listLive(model),
    behaviour,
    ...(offers.resources && { resources: offers.resources }),
    tools: Object.fromEntries(named.map(({ name, ofTool }) => [name, ofTool.entry])),
    schemas: Object.fromEntries(listSchemas(model)),
    bases: Object.fromEntries(bases),
    places: Object.fromEntries(ofTools.flatMap(({ places }) => places)),
    common: [...common.keys()].map((text) => JSON.parse(text)),
    cases: [
      ...manifestCases(model),
      ...casesOfTools,
      ...expiryCases(model, bases),
      ...offers.cases,
      ...cases,
    ],
    unexercised: ofTools.flatMap(({ unexercised }) => unexercised),
  };
}

/** A pattern for a name in JSON, in which it has escapes, where it is not a part of a longer name. */
function inJson(tool: string): RegExp {
  const escaped = JSON.stringify(tool).slice(1, -1);
  return new RegExp(`(?<=["/ ])${escaped.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
}

/** Replaces each case that other tools may have too by an index into `common`. */
function withCommon(
  tool: string,
  cases: ToolCases["cases"],
  common: Map<string, number>,
): StoredCases["cases"] {
  const name = inJson(tool);
  const stored: StoredCases["cases"][number][] = [];
  let run: number[] = [];
  for (const each of cases) {
    const text = JSON.stringify(each);
    if (!("id" in each) || text.includes("{tool}")) {
      stored.push(each);
      run = [];
      continue;
    }
    if (run.length === 0) stored.push({ tool, common: run });
    const shared = text.replaceAll(name, "{tool}");
    if (!common.has(shared)) common.set(shared, common.size);
    run.push(common.get(shared)!);
  }
  return stored;
}

/** The live values in arguments of each tool, wherever the spec has its arguments. */
function listLive({ tools, live }: Model): Pick<StoredCases, "live"> {
  const byTool = tools.flatMap(({ name, examples }) => {
    const declared = live.filter(({ tool }) => tool === name).flatMap(({ values }) => values);
    const all = [...examples.flatMap((example) => example.live), ...declared];
    const values = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return byTool.length === 0 ? {} : { live: Object.fromEntries(byTool) };
}

/** The members of the file that describe the server as a whole. */
function makeHead(model: Model) {
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  const { name, version, protocolVersions, namesVersions } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  const card = serverCard(model);
  return {
    toolwright: 4 as const,
    server: { name, version, protocolVersions, ...(namesVersions && { namesVersions }) },
    endpoint: model.endpoint,
    ...(card && {
      card: withoutUndefined({ name: card.name, title: card.title, description: card.description }),
      ...(model.namesServerCard && { namesCard: true as const }),
    }),
    auth,
    scopes: model.scopes.map((scope) => scope.name),
    ...(rate && { rate: rateRule(rate) }),
    failures: Object.fromEntries(
      model.failures.map(({ code, when, retryable, says }) => [
        code,
        { when, retryable, ...(says !== undefined && { says }) },
      ]),
    ),
  };
}

/** The schemas as Ajv gets them. Each is whole, so that addresses are JSON Pointers. */
function listSchemas(model: Model): [address: string, schema: Json][] {
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
    return [root.uri, (rule.length > 0 ? { ...(schema as object), exactlyOne: rule } : schema) as Json];
  });
}
