/** The sections about resources and prompts in docs/tools.md. */

import { rootNode } from "@toolwright/json-schema";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource } from "../model/operation.ts";
import { blocks, code, prose, refusals, scopeLink, words } from "./markdown.ts";
import { propertyTable } from "./properties.ts";
import type { Shapes } from "./shapes.ts";

/** One part for each resource: its address, content, scope, parameters and refusals. */
export function resourceSections({ resources }: Model, shapes: Shapes): string[] {
  return resources.map((resource) => {
    const { uri, mimeType, output } = resource;
    const content = output ? propertyTable(shapes.graph(rootNode(output)), shapes, "always") : "";
    return blocks(
      ...opening(resource, code(uri), mimeType === undefined ? [] : [code(mimeType)]),
      parameters("Parameters", resource, shapes),
      content === "" ? "" : blocks("Content:", content),
      refusals(resource.failures),
    );
  });
}

/** One part for each prompt: its scope, arguments and refusals. */
export function promptSections({ prompts }: Model, shapes: Shapes): string[] {
  return prompts.map((prompt) =>
    blocks(
      ...opening(prompt, words(prompt.name), []),
      parameters("Arguments", prompt, shapes),
      refusals(prompt.failures),
    ),
  );
}

function opening(operation: Resource | Prompt, heading: string, facts: readonly string[]): string[] {
  const { title, name, scopes, description = "" } = operation;
  const scope = scopes.length === 0 ? "no scope" : scopes.map(scopeLink).join(" and ");
  return [
    `### ${heading}`,
    `**${words(title ?? name)}** · ${[scope, ...facts].join(" · ")}`,
    prose(description),
  ];
}

function parameters(title: string, { input }: Operation, shapes: Shapes): string {
  const rows = propertyTable(shapes.graph(rootNode(input)), shapes, "required");
  return rows === "" ? "" : blocks(`${title}:`, rows);
}
