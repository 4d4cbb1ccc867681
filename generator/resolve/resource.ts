/** Resolves files under `resources/` and `prompts/`. */

import { isSchemaObject, type SchemaRoot } from "@toolwright/json-schema";
import { withoutUndefined } from "../model/members.ts";
import type { Parameter, Prompt, Resource } from "../model/operation.ts";
import type { SpecDocument } from "../parse/document.ts";
import { toUri } from "../schema/reference.ts";
import type { ParameterShape, PromptFile, ResourceFile } from "../structure/shape.ts";
import { type LimitSubstituter, toRoot } from "./limits.ts";
import { toOperation } from "./operation.ts";

/** Resolves a resource. @param documents the documents of the spec, including the contents of resources */
export function toResource(
  { source: { path }, value }: SpecDocument,
  documents: readonly SpecDocument[],
  substituter: LimitSubstituter,
): Resource {
  const resource = value as ResourceFile;
  const { uri, uriTemplate, mimeType, size, annotations, ui, file: contentFile, parameters = {} } = resource;
  const source = documents.find((document) => document.source.path === `resources/${contentFile}`)?.source;
  const text = resource.text ?? source?.text;
  const content = source?.isBase64 ? { blob: source.text } : text === undefined ? undefined : { text };
  return {
    ...toOperation(path, resource, substituter, undefined, "Resource"),
    ...toInput(path, "parameters", parameters, () => true, substituter),
    uri: uri ?? uriTemplate ?? "",
    isTemplate: uri === undefined,
    hasTwoAddresses: uri !== undefined && uriTemplate !== undefined,
    ...withoutUndefined({ mimeType, size, annotations, ui, content, contentFile }),
  };
}

export function toPrompt({ source: { path }, value }: SpecDocument, substituter: LimitSubstituter): Prompt {
  const prompt = value as PromptFile;
  const { messages, arguments: parameters } = prompt;
  return {
    ...toOperation(path, prompt, substituter, undefined, "Prompt"),
    hasArguments: parameters !== undefined,
    ...toInput(path, "arguments", parameters ?? {}, ({ required }) => required, substituter),
    ...withoutUndefined({ messages }),
  };
}

/** Makes one schema for all parameters, as tools have it. A parameter without keywords is a string. */
function toInput(
  path: string,
  key: "parameters" | "arguments",
  shapes: Readonly<Record<string, ParameterShape>>,
  isRequired: (shape: ParameterShape) => boolean | undefined,
  substituter: LimitSubstituter,
): { readonly input: SchemaRoot; readonly parameters: readonly Parameter[] } {
  const all = Object.entries(shapes);
  const schemas = all.map(([name, { complete: _, required: __, ...schema }]) => [
    name,
    "$ref" in schema || "type" in schema ? schema : { type: "string", ...schema },
  ]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(schemas),
    required: all.flatMap(([name, shape]) => (isRequired(shape) ? [name] : [])),
    additionalProperties: false,
  };
  const input = toRoot(`${toUri(path)}/input`, schema, { file: path, path: [key] }, substituter);
  const properties = isSchemaObject(input.schema) ? input.schema.properties : undefined;
  const parameters = all.map(([name, shape]) => {
    const property = isSchemaObject(properties) ? properties[name] : undefined;
    return {
      name,
      schema: isSchemaObject(property) ? property : {},
      ...(shape.required !== undefined && { required: shape.required }),
      isCompleted: shape.complete === true,
    };
  });
  return { input, parameters };
}
