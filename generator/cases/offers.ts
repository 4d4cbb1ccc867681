/** Derives the cases about resources and prompts. */

import {
  applyEdits,
  type Base,
  type CaseFile,
  expandCases,
  isObject,
  type Json,
  type OfferCase,
  type OfferList,
  type OfferRequest,
  type OutputCase,
} from "@toolwright/conformance/cases";
import { printAddress, rootNode, suggestedValues } from "@toolwright/json-schema";
import { expandUri, uriMatcher } from "@toolwright/runtime";
import { canonical } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Prompt, Resource } from "../model/operation.ts";
import { listReaders, type Reader } from "../model/readers.ts";
import { type ValidArguments, validArguments } from "./arguments.ts";
import { type CaseContext, caseContextFor, printAt } from "./case-context.ts";
import { inputCases } from "./input.ts";
import { listSuggested, pairListed } from "./paired-values.ts";

type Kind = "resources" | "prompts";
type Values = { readonly [name: string]: Json };
type Expectation = Extract<OfferCase, OfferRequest>["expect"];

/** The expected answers of `resources/list`, `resources/templates/list` and `prompts/list`. */
export type OfferLists = Readonly<Record<OfferList, readonly object[]>>;

export interface Offers {
  /** The resources that handlers read; absent if there are none. */
  readonly resources: CaseFile["resources"];
  /** The parameters for reading each of these resources. */
  readonly bases: readonly (readonly [name: string, base: Base])[];
  readonly cases: readonly (OfferCase | OutputCase)[];
}

export function deriveOffers(source: Model, lists: OfferLists): Offers {
  const { context, model } = caseContextFor(source);
  const readers = listReaders(model);
  const kinds = (["resources", "prompts"] as const).filter((kind) => model[kind].length > 0);
  return {
    resources: readers.length > 0 ? listEntries(readers) : undefined,
    bases: readers.flatMap((reader) => validArguments(reader, context).all()),
    cases: [
      ...kinds.flatMap((kind) => [
        ...listCases(kind, lists),
        unknownCase(kind),
        ...model[kind].flatMap((each) =>
          makeCases("uri" in each ? resourceOffer(each, model) : promptOffer(each), context),
        ),
      ]),
      ...model.resources.flatMap(skillCases),
    ],
  };
}

function listEntries(readers: readonly Reader[]): CaseFile["resources"] {
  const entries = readers.map(({ name, uri, failures, input, output }) => [
    name,
    { uri, failures, input: input.uri, ...(output && { output: output.uri }) },
  ]);
  return Object.fromEntries(entries);
}

function listCases(kind: Kind, lists: OfferLists): OfferCase[] {
  const at = printAt({ file: "service.yaml", path: [kind] });
  const ofSkills = lists.skills.length > 0 ? (["skills"] as const) : [];
  const named = { prompts: ["prompts"], resources: ["resources", "resourceTemplates", ...ofSkills] } as const;
  return named[kind].map((list) => ({
    id: `${kind}/list/${list}`,
    kind,
    must: `The list of ${list} is what the spec says, in its order.`,
    at,
    list,
    entries: lists[list],
  }));
}

function unknownCase(kind: Kind): OfferCase {
  const at = printAt({ file: "service.yaml", path: [kind] });
  const must = "What the spec does not have is refused.";
  const common = { id: `${kind}/unknown`, kind, must, at, expect: "refused" } as const;
  return kind === "resources"
    ? { ...common, method: "resources/read", params: { uri: "toolwright-conformance:none" } }
    : { ...common, method: "prompts/get", params: { name: "toolwright_conformance_none" } };
}

/** Makes cases for the skill methods. The files of a skill are tested like other resources. */
function skillCases({ name, skill, input }: Resource): OfferCase[] {
  return Object.entries(skill?.results ?? {}).map(([key, result]) => {
    const [method = "", uri = ""] = key.split(" ");
    const [[member = "", value] = []] = Object.entries(result);
    const must = `${method} answers what the spec says of ${uri}.`;
    const request = { method, params: { uri }, expect: { member, value } };
    return { id: `resources/${name}/${key}`, kind: "resources", must, at: printAt(input.at), ...request };
  });
}

/** A resource or a prompt, with the requests for it. */
interface Offer {
  readonly kind: Kind;
  readonly operation: Resource | Prompt;
  /** Undefined where values do not arrive as they are: a URI may mean something else. */
  request(values: Values): OfferRequest | undefined;
  /** The `ref` of `completion/complete`. */
  readonly reference: Values;
  /** Returns the expected answer; undefined if only the handler knows it. */
  answer(values: Values): Expectation | undefined;
}

function resourceOffer(resource: Resource, { resources }: Model): Offer {
  const { uri, isTemplate, mimeType, content, ui } = resource;
  const readsFirst = (address: string) =>
    resources.find((each) => !each.isTemplate && each.uri === address) ??
    resources.find((each) => each.isTemplate && uriMatcher(each.uri)(address) !== undefined);
  const meta = ui && { _meta: { ui } };
  const contents = [{ uri, ...(mimeType !== undefined && { mimeType }), ...content, ...meta }];
  return {
    kind: "resources",
    operation: resource,
    reference: { type: "ref/resource", uri },
    request(values) {
      const address = isTemplate ? expandUri(uri, values) : uri;
      const arriving = isTemplate ? uriMatcher(uri)(address) : {};
      if (canonical(arriving) !== canonical(values) || readsFirst(address) !== resource) return undefined;
      return { method: "resources/read", params: { uri: address } };
    },
    answer: () => (content ? { member: "contents", value: contents } : undefined),
  };
}

function promptOffer(prompt: Prompt): Offer {
  const { name, messages } = prompt;
  return {
    kind: "prompts",
    operation: prompt,
    reference: { type: "ref/prompt", name },
    request: (values) => ({ method: "prompts/get", params: { name, arguments: values } }),
    answer(values) {
      if (messages === undefined) return undefined;
      const fillTemplate = (text = "") =>
        text.replace(/\{\{(\w+)\}\}/g, (_, each: string) => String(values[each] ?? ""));
      const value = messages.map(({ role, text, content }) => ({
        role,
        content: content ?? { type: "text", text: fillTemplate(text) },
      }));
      return { member: "messages", value };
    },
  };
}

/** Parameters of a URI and arguments of a prompt are texts. */
function areTexts(values: Json): values is Values {
  const isText = (value: Json) => typeof value === "string" && value.isWellFormed();
  return isObject(values) && Object.values(values).every(isText);
}

function makeCases(offer: Offer, context: CaseContext): (OfferCase | OutputCase)[] {
  const { kind, operation } = offer;
  const { name, scopes, file } = operation;
  const bases = validArguments({ ...operation, examples: [] }, context);
  const values = bases.plainest === undefined ? null : bases.readContent(bases.plainest);
  const request = areTexts(values) && offer.request(values);
  const at = printAt({ file, path: [] });
  const makePromise = (part: string, must: string) => ({ kind, at, id: `${kind}/${name}${part}`, must });
  // Reports a promise without a check: only the team knows the handler's answer.
  const unchecked = makePromise("", `${name} answers as the spec says.`);
  if (!request) return [{ ...unchecked, untestable: "the spec has no parameters that fit" }];
  const expect = offer.answer(values);
  const answered = makePromise(
    kind === "resources" ? "/read" : "/get",
    `${name} answers what the spec says.`,
  );
  const untestable = "the spec has no messages";
  const ofHandler = "uri" in operation ? readCases(operation, at, context) : [{ ...unchecked, untestable }];
  const denied = makePromise("/denied", `A token without ${scopes.join(" and ")} does not get ${name}.`);
  return [
    ...(expect ? [{ ...answered, ...request, expect }] : ofHandler),
    ...constraintCases(offer, bases, context),
    ...completionCases(offer, context).map(({ part, must, ...rest }) => ({
      ...makePromise(part, must),
      ...rest,
    })),
    ...(scopes.length > 0 ? [{ ...denied, ...request, expect: "denied" as const }] : []),
  ];
}

/** Makes cases for reading a resource: the content is unknown, but its form is declared. */
function readCases(resource: Resource, at: string, context: CaseContext): OutputCase[] {
  const { name, output } = resource;
  const isInvented = [...listSuggested(resource, context).values()].some((values) => values.length === 0);
  const tool = `resource:${name}`;
  const common = { kind: "output", tool, at } as const;
  const form = output ? "fits its schema" : "is a text, or bytes";
  return [
    {
      ...common,
      id: `output/${tool}/read`,
      must: `${name} is read.`,
      base: tool,
      ...(isInvented && { isInvented }),
    },
    { ...common, id: `output/${tool}/fits`, must: `The content of ${name} ${form}.`, watch: "fits" },
  ];
}

/** The constraints of parameters, as tools have them for their arguments. */
function constraintCases(offer: Offer, bases: ValidArguments, context: CaseContext): OfferCase[] {
  const { kind, operation } = offer;
  const { places, ...derived } = inputCases({ ...operation, examples: [] }, bases, context);
  const { cases, unexercised } = expandCases({
    ...derived,
    places: Object.fromEntries(places),
    bases: Object.fromEntries(bases.all()),
    common: [],
  });
  const inputs = cases.filter((each) => each.kind === "input");
  const listed = listSuggested(operation, context);
  const broken = new Set<string>();
  const found = inputs.flatMap(({ base, edits, id, must, at, expect, constraint = "" }): OfferCase[] => {
    const edited = base !== undefined && edits && applyEdits(bases.readContent(base), edits);
    const values = edited && expect === "accepted" ? pairListed(edited, edits, listed) : edited;
    const request = values && areTexts(values) && offer.request(values);
    if (!request || (expect === "refused" && isGiven(constraint, offer))) return [];
    if (expect === "refused") broken.add(constraint);
    const expected = expect === "refused" ? "invalid" : "valid";
    return [{ id: id.replace("input", kind), kind, must, at, ...request, expect: expected }];
  });
  const all = new Map([...inputs, ...unexercised].map(({ constraint = "", at }) => [constraint, at]));
  const missing = [...all].filter(([each]) => !broken.has(each) && !isGiven(each, offer));
  const untestable = "no text was found that breaks this and nothing else";
  const unbroken = missing.map(([constraint, at]) => {
    const id = `${kind}/${operation.name}/${constraint}`;
    return { id, kind, must: `${operation.name} keeps ${constraint}.`, at, untestable };
  });
  return [...found, ...unbroken];
}

/** Whether it is no promise of the spec: parameters are texts, a URI has each of its own, and MCP lets servers ignore further arguments. */
function isGiven(constraint: string, { kind, operation }: Offer): boolean {
  const isOf = (key: string) => constraint === printAddress(rootNode(operation.input), key);
  const isClosing = isOf("additionalProperties") || (isOf("required") && kind === "resources");
  return isClosing || constraint === "" || constraint.endsWith("/type");
}

/** Clients get the suggested values of the spec that start with the typed text. */
function completionCases({ operation, reference }: Offer, { resolve }: CaseContext) {
  return operation.parameters.flatMap(({ name, schema, isCompleted }) => {
    const all = isCompleted ? [] : suggestedValues(schema, operation.input, resolve);
    const starts = all.length === 0 ? [] : ["", String(all.at(-1)).slice(0, 2).toLowerCase()];
    return starts.map((value) => {
      const values = all.filter((each) => each.toLowerCase().startsWith(value));
      const completion = { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 };
      return {
        part: `/completion/${name}/${value === "" ? "all" : "start"}`,
        must: `The values of ${name} are suggested that start with ${JSON.stringify(value)}.`,
        method: "completion/complete" as const,
        params: { ref: reference, argument: { name, value } },
        expect: { member: "completion", value: completion },
      };
    });
  });
}
