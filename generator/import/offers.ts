/** Writes the files of the resources and prompts that a server lists. */
import { shortenJson } from "@toolwright/check/report";
import { type OfferKey, type OfferLists, offerKeys } from "@toolwright/check/surface";
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { uriTemplateParts } from "@toolwright/runtime";
import { type Difference, differences } from "@toolwright/runtime/json";
import { offerLists } from "../emit/resource-lists.ts";
import { appMimeType } from "../language/index.ts";
import type { Model } from "../model/model.ts";
import { nameTools } from "./type-names.ts";

/** One resource, template or prompt of an imported spec. */
export interface Offer {
  readonly key: OfferKey;
  readonly name: string;
  readonly entry: SchemaObject;
  /** Path of its file in the spec. */
  readonly path: string;
  /** The contents of its file. */
  readonly data: SchemaObject;
}

/** @param onLost gets a sentence about each entry that is left out */
export function planOffers(lists: OfferLists, onLost: (note: string) => void): Offer[] {
  return [
    ...plan(["resources", "resourceTemplates"], "resources", lists, resourceData, onLost),
    ...plan(["prompts"], "prompts", withKnownArguments(lists, onLost), promptData, onLost),
  ];
}

export function lostNote({ key, name }: Pick<Offer, "key" | "name">, why: string): string {
  return `${key}: ${JSON.stringify(name.slice(0, 80))} is left out: ${why}`;
}

function plan(
  keys: readonly OfferKey[],
  folder: string,
  lists: OfferLists,
  toData: (entry: SchemaObject) => SchemaObject,
  onLost: (note: string) => void,
): Offer[] {
  const seen = new Set<string>();
  const entries = keys.flatMap((key) =>
    (lists[key] ?? []).flatMap((entry) => {
      const name = isSchemaObject(entry) && typeof entry.name === "string" ? entry.name : "";
      if (isSchemaObject(entry) && name !== "" && !seen.has(name)) {
        seen.add(name);
        return [{ key, entry, name }];
      }
      onLost(lostNote({ key, name }, name === "" ? "it has no name." : "another one has its name."));
      return [];
    }),
  );
  const names = nameTools(entries, undefined);
  return entries.map(({ key, entry, name }, index) => {
    const { file, method } = names[index] ?? { file: name };
    const head = { ...(file !== name && { name }), ...(method !== undefined && { method }) };
    return { key, name, entry, path: `${folder}/${file}.yaml`, data: { ...head, ...toData(entry) } };
  });
}

/**
 * Translates a tool's `_meta.ui` (MCP Apps) for a spec: the name of its page, and who sees the tool. Undefined if a spec cannot
 * express it; then `_meta` keeps it.
 */
export function toolUi(meta: unknown, offers: readonly Offer[]): SchemaObject | undefined {
  const { resourceUri, visibility, ...others } = uiIn(meta) ?? {};
  const page = offers.find(
    ({ key, entry }) => key === "resources" && entry.uri === resourceUri && isPage(entry),
  );
  const isKnown = [visibility ?? []].flat().every((each) => each === "model" || each === "app");
  if (!page || !isKnown || Object.keys(others).length > 0) return undefined;
  return { resource: page.name, ...(visibility !== undefined && { visibility }) };
}

function isPage({ uri, mimeType }: SchemaObject): boolean {
  return String(uri).startsWith("ui://") && mimeType === appMimeType;
}

/** The page settings of MCP Apps. */
const pageKeys = ["csp", "permissions", "domain", "prefersBorder"];

function uiIn(meta: unknown): SchemaObject | undefined {
  return isSchemaObject(meta) && isSchemaObject(meta.ui) ? meta.ui : undefined;
}

/** Returns `_meta` without the part that `ui` expresses; undefined if nothing remains. */
export function metaBeside(meta: unknown, ui: unknown): SchemaObject | undefined {
  if (!isSchemaObject(meta) || ui === undefined) return isSchemaObject(meta) ? meta : undefined;
  const { ui: _, ...rest } = meta;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** Keys that a spec does not have make an entry that differs, so it is left out later. */
function resourceData({ name: _, _meta: meta, ...rest }: SchemaObject): SchemaObject {
  const own = isPage(rest) ? uiIn(meta) : undefined;
  const ui = own && Object.keys(own).every((key) => pageKeys.includes(key)) ? own : undefined;
  const _meta = metaBeside(meta, ui);
  const parts = typeof rest.uriTemplate === "string" ? (uriTemplateParts(rest.uriTemplate) ?? []) : [];
  const parameters = Object.fromEntries(parts.flatMap((part) => ("name" in part ? [[part.name, {}]] : [])));
  const page = { ...(ui && { ui }), ...(_meta && { _meta }) };
  return { ...rest, ...page, ...(Object.keys(parameters).length > 0 && { parameters }) };
}

/** The keys of an argument of a prompt in MCP. Clients ignore all others. */
const argumentKeys = ["name", "title", "description", "required"];

/** The lists without what MCP does not define in arguments of prompts, such as a type: all of them are texts. */
function withKnownArguments(lists: OfferLists, onLost: (note: string) => void): OfferLists {
  const { prompts } = lists;
  if (!prompts) return lists;
  const known = prompts.map((prompt) => {
    if (!isSchemaObject(prompt) || !Array.isArray(prompt.arguments)) return prompt;
    const list = prompt.arguments.map((each: unknown, index) => {
      if (!isSchemaObject(each)) return each;
      const [own, others] = [Object.entries(each), new Set<string>()];
      for (const [key] of own) if (!argumentKeys.includes(key)) others.add(key);
      if (others.size === 0) return each;
      const names = [...others].map((key) => shortenJson(key, 40)).join(", ");
      const of = `${JSON.stringify(String(prompt.name).slice(0, 80))}, arguments/${index}`;
      onLost(`prompts: ${of}: ${names} is not in the spec: MCP does not define it, and clients ignore it.`);
      return Object.fromEntries(own.filter(([key]) => !others.has(key)));
    });
    return { ...prompt, arguments: list };
  });
  return { ...lists, prompts: known };
}

function promptData({ name: _, arguments: list, ...rest }: SchemaObject): SchemaObject {
  const entries = Array.isArray(list) ? list.filter(isSchemaObject) : [];
  const parameters = entries.map(({ name, ...parameter }) => [String(name), parameter]);
  return { ...rest, ...(list !== undefined && { arguments: Object.fromEntries(parameters) }) };
}

/** An offer that a spec cannot have, and the reason. */
export interface LostOffer {
  readonly offer: Offer;
  readonly why: string;
}

/** Returns the resources and prompts whose generated entries differ from the server's. */
export function differingOffers(offers: readonly Offer[], model: Model): LostOffer[] {
  const lists = offerLists(model);
  return offerKeys.flatMap((key) =>
    offers
      .filter((offer) => offer.key === key)
      .flatMap((offer, index) => {
        const [difference] = differences(offer.entry, lists[key][index], 1);
        return difference ? [{ offer, why: describeDifference(difference) }] : [];
      }),
  );
}

export function describeDifference({ at, expected, actual }: Difference): string {
  const show = (value: unknown) => (value === undefined ? "nothing" : shortenJson(value, 80));
  return `At ${at.slice(1)}, ${show(expected)} would become ${show(actual)}.`;
}
