/** Derives the cases about resources and prompts. */
import {
  type Base,
  type CaseFile,
  isObject,
  type OfferCase,
  type OfferRequest,
  type OutputCase,
} from "@toolwright/conformance/cases";
import { expandUri } from "@toolwright/runtime";
import {
  isHandled,
  type Model,
  type Operation,
  type Prompt,
  type Resource,
  type Tool,
} from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import { type CaseContext, caseContextFor, printAt } from "./case-context.ts";

type Kind = "resources" | "prompts";
type Parameters = OfferRequest["params"];
type Expectation = Extract<OfferCase, OfferRequest>["expect"];

/** What `resources/list`, `resources/templates/list` and `prompts/list` answer. */
export interface OfferLists {
  readonly resources: readonly object[];
  readonly resourceTemplates: readonly object[];
  readonly prompts: readonly object[];
}

export interface Offers {
  /** Those that handlers read, if there are any. */
  readonly resources: CaseFile["resources"];
  /** The parameters with which each of these is read. */
  readonly bases: readonly (readonly [name: string, base: Base])[];
  readonly cases: readonly (OfferCase | OutputCase)[];
}

export function deriveOffers(source: Model, lists: OfferLists): Offers {
  const { context, model } = caseContextFor(source);
  const readers = listReaders(model);
  const kinds = (["resources", "prompts"] as const).filter((kind) => model[kind].length > 0);
  return {
    resources: readers.length > 0 ? entriesOf(readers) : undefined,
    bases: readers.map((reader) => {
      return [reader.name, { tool: reader.name, input: sampleParameters(reader, context) ?? {} }];
    }),
    cases: kinds.flatMap((kind) => [
      ...listCases(kind, lists),
      unknownCase(kind),
      ...model[kind].flatMap((each) => casesOf(each, kind, sampleParameters(each, context))),
    ]),
  };
}

function entriesOf(readers: ReturnType<typeof listReaders>): CaseFile["resources"] {
  const entries = readers.map(({ name, uri, failures, input, output }) => [
    name,
    { uri, failures, input: input.uri, ...(output && { output: output.uri }) },
  ]);
  return Object.fromEntries(entries);
}

/** The resources that handlers read, each as if it were a tool: what a token gets of one is tested as what it gets of a tool. */
export function listReaders({ resources }: Model): (Tool & Pick<Resource, "uri">)[] {
  const behaviour = { sums: [], repeats: [] };
  return resources
    .filter(isHandled)
    .map((each) => ({ ...each, name: `resource:${each.name}`, mode: "read", examples: [], behaviour }));
}

function listCases(kind: Kind, lists: OfferLists): OfferCase[] {
  const at = printAt({ file: "service.yaml", path: [kind] });
  const named = kind === "prompts" ? (["prompts"] as const) : (["resources", "resourceTemplates"] as const);
  return named.map((list) => ({
    id: `${kind}/list/${list}`,
    kind,
    must: `The list of ${list} is what the spec says, in its order.`,
    at,
    list,
    entries: lists[list],
  }));
}

function unknownCase(kind: Kind): OfferCase {
  const request: OfferRequest =
    kind === "resources"
      ? { method: "resources/read", params: { uri: "toolwright-conformance:none" } }
      : { method: "prompts/get", params: { name: "toolwright_conformance_none" } };
  return {
    ...request,
    id: `${kind}/unknown`,
    kind,
    must: `A ${kind === "resources" ? "URI" : "name"} that is none of the spec is refused.`,
    at: printAt({ file: "service.yaml", path: [kind] }),
    expect: "refused",
  };
}

/** @param values the smallest parameters that fit; undefined if none were found */
function casesOf(
  each: Resource | Prompt,
  kind: Kind,
  values: Parameters | undefined,
): (OfferCase | OutputCase)[] {
  const { name, scopes, parameters } = each;
  const common = { kind, at: printAt({ file: each.file, path: [] }) };
  /** A promise without a check: what a handler answers is only known to the team. */
  const untestable = (missing: string): OfferCase => {
    const must = `${name} answers as the spec says.`;
    return { ...common, id: `${kind}/${name}`, must, untestable: `the spec has no ${missing}` };
  };
  if (values === undefined) return [untestable("parameters that fit")];
  const isResource = "uri" in each;
  const request: OfferRequest = isResource
    ? { method: "resources/read", params: { uri: expandUri(each.uri, values) } }
    : { method: "prompts/get", params: { name, arguments: values } };
  const asked = (check: string, must: string, expect: Expectation): OfferCase => {
    return { ...common, ...request, id: `${kind}/${name}/${check}`, must, expect };
  };
  const answers = isResource
    ? each.text === undefined
      ? readCases(each, common.at)
      : [asked("read", `${name} has the content that the spec gives it.`, contentOf(each))]
    : each.messages === undefined
      ? [untestable("messages in the spec")]
      : [asked("get", `${name} has the messages that the spec gives it.`, messagesOf(each, values))];
  const isIncomplete = !isResource && parameters.some(({ isRequired }) => isRequired);
  const bare = asked("arguments", `${name} is refused without its arguments.`, "refused");
  const denied = `A token without ${scopes.join(" and ")} does not get ${name}.`;
  return [
    ...answers,
    ...(isIncomplete ? [{ ...bare, params: { name } }] : []),
    ...(scopes.length > 0 ? [asked("denied", denied, "denied")] : []),
  ];
}

function contentOf({ uri, mimeType, text, ui }: Resource) {
  const meta = ui && { _meta: { ui } };
  const content = { uri, ...(mimeType !== undefined && { mimeType }), text, ...meta };
  return { member: "contents", value: [content] };
}

function messagesOf({ messages = [] }: Prompt, values: Parameters) {
  const filled = (text = "") =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  const value = messages.map(({ role, text, content }) => ({
    role,
    content: content ?? { type: "text", text: filled(text) },
  }));
  return { member: "messages", value };
}

/** What a handler reads is known only to the team, but not what it looks like. */
function readCases({ name, output }: Resource, at: string): OutputCase[] {
  const tool = `resource:${name}`;
  const common = { kind: "output", tool, at } as const;
  const form = output ? "fits its schema" : "is a text, or bytes";
  return [
    { ...common, id: `output/${tool}/read`, must: `${name} is read.`, base: tool },
    { ...common, id: `output/${tool}/fits`, must: `The content of ${name} ${form}.`, watch: "fits" },
  ];
}

function sampleParameters({ input }: Operation, { sampler }: CaseContext): Parameters | undefined {
  const sample = sampler.one(rootNode(input));
  return isObject(sample) ? sample : undefined;
}
