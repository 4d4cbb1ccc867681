/** Emits resources.json, prompts.json and skills.json, the answers of the list methods, and the files of skills. */
import { inheritedKeyword } from "@toolwright/json-schema";
import type { OfferLists } from "../cases/offers.ts";
import { withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource } from "../model/operation.ts";
import { resolver } from "../schema/roots.ts";
import { skillPages } from "../skills/pages.ts";
import type { GeneratedFile } from "./file.ts";

export function emitResourceLists(model: Model): GeneratedFile[] {
  const { prompts, skills, ...ofResources } = offerLists(model);
  return [
    ...(model.resources.length > 0 ? [{ path: "resources.json", text: toText(ofResources) }] : []),
    ...(prompts.length > 0 ? [{ path: "prompts.json", text: toText({ prompts }) }] : []),
    ...(skills.length > 0 ? [{ path: "skills.json", text: toText({ skills }) }] : []),
    ...model.skills.flatMap((skill) =>
      Object.entries(skillPages(skill, model)).map(([path, text]) => ({
        path: `skills/${skill.name}/${path}`,
        text,
      })),
    ),
  ];
}

export function offerLists(model: Model): OfferLists {
  const { resources, resourceTemplates, prompts } = listedOffers(model);
  const entries = (offers: readonly (Resource | Prompt)[]) => offers.map((each) => offerEntry(each, model));
  return {
    resources: entries(resources),
    resourceTemplates: entries(resourceTemplates),
    prompts: entries(prompts),
    skills: resources.flatMap(({ skill }) => (skill ? [skill.entry] : [])),
  };
}

/** Returns the entries of each list, in its order. */
export function listedOffers({ resources, prompts }: Model) {
  return {
    resources: resources.filter(({ isTemplate }) => !isTemplate),
    resourceTemplates: resources.filter(({ isTemplate }) => isTemplate),
    prompts,
  };
}

function toText(lists: object): string {
  return `${JSON.stringify(lists, null, 2)}\n`;
}

/** The entry of its list. */
export function offerEntry(operation: Resource | Prompt, model: Model): object {
  return "uri" in operation ? resourceEntry(operation, model) : promptEntry(operation, model);
}

function resourceEntry(resource: Resource, model: Model): object {
  const { uri, isTemplate, mimeType, size, annotations } = resource;
  return {
    [isTemplate ? "uriTemplate" : "uri"]: uri,
    ...commonEntry(resource),
    ...withoutUndefined({ mimeType, size, annotations }),
    ...decoration(resource, model),
  };
}

function promptEntry(prompt: Prompt, model: Model): object {
  const parameters = prompt.parameters.map(({ name, schema, required }) => {
    const findText = (key: string) => inheritedKeyword([key], schema, prompt.input, resolver(model));
    const [title, description] = [findText("title"), findText("description")];
    return withoutUndefined({ name, title, description, required });
  });
  return {
    ...commonEntry(prompt),
    ...(prompt.hasArguments && { arguments: parameters }),
    ...decoration(prompt, model),
  };
}

function commonEntry({ name, title, description }: Operation): object {
  return withoutUndefined({ name, title, description });
}

function decoration(operation: Resource | Prompt, { auth }: Model): object {
  const { icons, meta, scopes } = operation;
  const described = auth.describe === "meta" ? { "dev.toolwright/scopes": scopes } : {};
  const ui = "uri" in operation && operation.ui ? { ui: operation.ui } : {};
  const all = { ...meta, ...ui, ...described };
  return { ...(icons && { icons }), ...((meta || Object.keys(all).length > 0) && { _meta: all }) };
}
