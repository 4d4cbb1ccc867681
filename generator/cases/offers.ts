/** Derives the cases about resources and prompts. */
import { isObject, type OfferCase, type OfferRequest } from "@toolwright/conformance/cases";
import { expandUri } from "@toolwright/runtime";
import type { Model, Operation, Prompt, Resource } from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import { type CaseContext, caseContextFor, printAt } from "./case-context.ts";

type Parameters = OfferRequest["params"];

/** What `resources/list`, `resources/templates/list` and `prompts/list` answer. */
export interface OfferLists {
  readonly resources: readonly object[];
  readonly resourceTemplates: readonly object[];
  readonly prompts: readonly object[];
}

export function offerCases(model: Model, lists: OfferLists): OfferCase[] {
  const { context } = caseContextFor(model);
  const kinds = (["resources", "prompts"] as const).filter((kind) => model[kind].length > 0);
  return kinds.flatMap((kind) => [
    ...listCases(kind, lists),
    unknownCase(kind),
    ...model[kind].flatMap((each) =>
      "uri" in each ? resourceCases(each, context) : promptCases(each, context),
    ),
  ]);
}

function listCases(kind: "resources" | "prompts", lists: OfferLists): OfferCase[] {
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

function unknownCase(kind: "resources" | "prompts"): OfferCase {
  const common = { id: `${kind}/unknown`, kind, at: printAt({ file: "service.yaml", path: [kind] }) };
  return kind === "resources"
    ? {
        ...common,
        must: "A URI that is none of the spec is refused.",
        method: "resources/read",
        params: { uri: "toolwright-conformance:none" },
        expect: "refused",
      }
    : {
        ...common,
        must: "A name that is none of the spec is refused.",
        method: "prompts/get",
        params: { name: "toolwright_conformance_none" },
        expect: "refused",
      };
}

function resourceCases(resource: Resource, context: CaseContext): OfferCase[] {
  const { name, uri, isTemplate, mimeType, text, ui } = resource;
  const values = isTemplate ? sampleParameters(resource, context) : {};
  if (values === undefined) return [untestable("resources", resource, "parameters that fit")];
  const params = { uri: isTemplate ? expandUri(uri, values) : uri };
  const request = { method: "resources/read", params } as const;
  const common = { kind: "resources", at: printAt({ file: resource.file, path: [] }), ...request } as const;
  const meta = ui && { _meta: { ui } };
  const contents = [{ uri, ...(mimeType !== undefined && { mimeType }), text: text ?? "", ...meta }];
  const read: OfferCase =
    text === undefined
      ? untestable("resources", resource, "content in the spec")
      : {
          ...common,
          id: `resources/${name}/read`,
          must: `${name} has the content that the spec gives it.`,
          expect: { member: "contents", value: contents },
        };
  return [read, ...denial(common, resource)];
}

function promptCases(prompt: Prompt, context: CaseContext): OfferCase[] {
  const { name, messages } = prompt;
  const values = sampleParameters(prompt, context);
  if (values === undefined) return [untestable("prompts", prompt, "arguments that fit")];
  const request = { method: "prompts/get", params: { name, arguments: values } } as const;
  const common = { kind: "prompts", at: printAt({ file: prompt.file, path: [] }), ...request } as const;
  const filled = messages?.map(({ role, text, content }) => ({
    role,
    content: content ?? { type: "text", text: fill(text ?? "", values) },
  }));
  const got: OfferCase =
    filled === undefined
      ? untestable("prompts", prompt, "messages in the spec")
      : {
          ...common,
          id: `prompts/${name}/get`,
          must: `${name} has the messages that the spec gives it.`,
          expect: { member: "messages", value: filled },
        };
  return [got, ...missingArgument(prompt, common), ...denial(common, prompt)];
}

function missingArgument(
  { name, parameters }: Prompt,
  common: OfferRequest & { readonly kind: "prompts"; readonly at: string },
): OfferCase[] {
  if (!parameters.some(({ isRequired }) => isRequired)) return [];
  return [
    {
      ...common,
      id: `prompts/${name}/arguments`,
      must: `${name} is refused without its arguments.`,
      params: { name },
      expect: "refused",
    },
  ];
}

function denial(
  common: OfferRequest & { readonly kind: "resources" | "prompts"; readonly at: string },
  { name, scopes }: Operation,
): OfferCase[] {
  if (scopes.length === 0) return [];
  return [
    {
      ...common,
      id: `${common.kind}/${name}/denied`,
      must: `A token without ${scopes.join(" and ")} does not get ${name}.`,
      expect: "denied",
    },
  ];
}

/** A promise without a check: what a handler answers is only known to the team. */
function untestable(kind: "resources" | "prompts", { name, file }: Operation, missing: string): OfferCase {
  return {
    id: `${kind}/${name}`,
    kind,
    must: `${name} answers as the spec says.`,
    at: printAt({ file, path: [] }),
    untestable: `the spec has no ${missing}`,
  };
}

/** The smallest parameters that fit. */
function sampleParameters({ input }: Operation, { sampler }: CaseContext): Parameters | undefined {
  const sample = sampler.one(rootNode(input));
  return isObject(sample) ? sample : undefined;
}

function fill(text: string, values: Parameters): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
