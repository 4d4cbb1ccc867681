import { isSchemaObject } from "@toolwright/json-schema";
import { formatNames } from "ajv-formats/dist/formats.js";
import { languages, referenceKeywords, type Shape } from "../language/index.ts";
import type { Limit, Model } from "../model/model.ts";
import { listCalled } from "../model/readers.ts";
import { parameterDefinition, schemaDefinitions } from "../schema/language.ts";
import { type GeneratedFile, header } from "./file.ts";

/**
 * Emits schema/*.json: the spec language as JSON Schema, for editors. A file of the spec names its schema in a first
 * line `# yaml-language-server: $schema=../generated/schema/service.json`. Editors then complete the names of
 * the spec.
 */
export function emitLanguage(model: Model): GeneratedFile[] {
  const fromTools = collectNames(model, "../types/");
  const fromTypes = collectNames(model, "");
  const { service, tools, resources, prompts, scenarios } = languages;
  const type = { $schema: tools.$schema, title: "Toolwright type", $ref: "#/$defs/schema" };
  return [
    makeFile("service", service, collectNames(model, "types/")),
    makeFile(
      "tool",
      { ...tools, $defs: { ...schemaDefinitions(), parameter: parameterDefinition() } },
      fromTools,
    ),
    makeFile("type", { ...type, $defs: schemaDefinitions() }, fromTypes),
    makeFile("resource", resources, fromTools),
    makeFile("prompt", prompts, fromTools),
    makeFile("scenario", scenarios, fromTools),
  ];
}

type Names = Readonly<Record<string, readonly string[]>>;

/** The names that the spec declares, by the kinds that `x-name-of` has. */
function collectNames(model: Model, toTypes: string): Names {
  return {
    mode: model.modes.map(({ name }) => name),
    scope: model.scopes.map(({ name }) => name),
    failure: model.failures.map(({ code }) => code),
    limit: model.limits.flatMap(({ name, numbers }) => Object.keys(numbers).map((key) => `${name}.${key}`)),
    quota: listLimits("quota", model),
    duration: listLimits("duration", model),
    layout: ["text", ...model.layouts.map(({ name }) => name)],
    entity: model.entities.map(({ name }) => name),
    tool: model.tools.map(({ name }) => name),
    call: listCalled(model).map(({ name }) => name),
    resource: model.resources.map(({ name }) => name),
    prompt: model.prompts.map(({ name }) => name),
    type: model.types.map(({ root }) => toTypes + root.uri.slice(root.uri.lastIndexOf("/") + 1)),
    format: formatNames,
  };
}

function listLimits(kind: Limit["kind"], { limits }: Model): string[] {
  return limits.filter((limit) => limit.kind === kind).map(({ name }) => name);
}

function makeFile(name: string, language: Shape, names: Names): GeneratedFile {
  const { $schema, $defs, ...rest } = forEditors(language) as Shape;
  const definitions = { ...($defs as Shape), ...nameDefinitions(rest, $defs, names) };
  const text = JSON.stringify({ $schema, $comment: header, ...rest, $defs: definitions }, null, 1);
  return { path: `schema/${name}.json`, text: `${withReferences(text, definitions)}\n` };
}

/** Makes references to missing definitions point to `tool.json` in the same folder. */
function withReferences(text: string, own: object): string {
  return text.replace(/"#(\/\$defs\/([\w-]+))"/g, (reference, path: string, name: string) =>
    name in own ? reference : `"tool.json#${path}"`,
  );
}

/** Replaces the `x-` keywords of `language/` by references to `$defs`, and leaves out those of the reference. */
function forEditors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forEditors);
  if (!isSchemaObject(value)) return value;
  const { "x-name-of": named, "x-schema": isSchema, "x-parameter": isParameter, ...rest } = value;
  const entries = Object.entries(rest).filter(([key]) => !referenceKeywords.has(key));
  const copy = Object.fromEntries(entries.map(([key, child]) => [key, forEditors(child)]));
  if (isSchema) return { ...copy, $ref: "#/$defs/schema" };
  if (isParameter) return { ...copy, $ref: "#/$defs/parameter" };
  return named === undefined ? copy : { ...copy, $ref: `#/$defs/${named}-name` };
}

/** Any text is valid, since a name may be new. Editors suggest the existing names. */
function nameDefinitions(body: unknown, definitions: unknown, names: Names): Shape {
  const text = JSON.stringify([body, definitions]);
  return Object.fromEntries(
    Object.entries(names)
      .filter(([named]) => text.includes(`#/$defs/${named}-name`))
      .map(([named, known]) => [
        `${named}-name`,
        { anyOf: [...(known.length > 0 ? [{ enum: known }] : []), { type: "string" }] },
      ]),
  );
}
