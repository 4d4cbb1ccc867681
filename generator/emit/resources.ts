/** Emits resources.ts and prompts.ts: the interfaces of their handlers, and the URIs of resources. */
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import {
  completerName,
  isHandled,
  listCompleted,
  type Model,
  type Operation,
  type Prompt,
  type Resource,
} from "../model/model.ts";
import { literal, propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, docs, importNames, importTypes, printTypeScript } from "./print.ts";
import { failureCodes, operationDoc, typeOfParts } from "./tool-doc.ts";

interface Kind {
  readonly operations: readonly (Resource | Prompt)[];
  /** The type that handlers return, where the spec has no schema for it. */
  readonly content: "ResourceContent" | "PromptMessage";
  readonly handlers: "ResourceHandlers" | "PromptHandlers";
}

/** Emits resources.ts and prompts.ts, where the spec has such. */
export function emitResources(model: Model): GeneratedFile[] {
  const { resources, prompts } = model;
  const ofResources = {
    operations: resources,
    content: "ResourceContent",
    handlers: "ResourceHandlers",
  } as const;
  const ofPrompts = { operations: prompts, content: "PromptMessage", handlers: "PromptHandlers" } as const;
  return [
    ...(resources.length > 0 ? [printed("resources.ts", ofResources, model, printUris(resources))] : []),
    ...(printGroup(prompts).length > 0 ? [printed("prompts.ts", ofPrompts, model)] : []),
  ];
}

function printed(path: string, kind: Kind, model: Model, uris?: ReturnType<typeof printUris>): GeneratedFile {
  const { operations, content } = kind;
  const other = content === "PromptMessage" ? "readonly PromptMessage[]" : content;
  const handled = operations.filter(isHandled);
  const completed = operations.filter((each) => listCompleted(each).length > 0);
  const hasHandlers = handled.length + completed.length > 0;
  const runtime = [
    ...(hasHandlers ? ["Awaitable", "Call", "Caller"] : []),
    ...(handled.some(({ output }) => !output) ? [content] : []),
    ...(completed.length > 0 ? ["CompletionRequest"] : []),
  ];
  const templates =
    uris === undefined ? [] : operations.filter((each) => "isTemplate" in each && each.isTemplate);
  const types = [
    ...[...handled, ...completed, ...templates].map(({ typeName }) => `${typeName}Input`),
    ...handled.flatMap(({ typeName, output }) => (output ? [`${typeName}Output`] : [])),
  ];
  const handlers: InterfaceDeclarationStructure = {
    kind: StructureKind.Interface,
    name: kind.handlers,
    isExported: true,
    typeParameters: [{ name: "Who", constraint: "Caller", default: "Caller" }],
    docs: docs("The handlers: one property for each whose content is not in the spec."),
    properties: operations.flatMap((each) => [
      ...(isHandled(each) ? [handlerProperty(each, other, operationDoc(each, model))] : []),
      ...(listCompleted(each).length > 0 ? [completerProperty(each)] : []),
    ]),
  };
  return printTypeScript(path, [
    ...(templates.length > 0 ? [importNames("@toolwright/runtime", ["expandUri"])] : []),
    ...(hasHandlers ? [importTypes("@toolwright/runtime", runtime)] : []),
    ...(types.length > 0 ? [importTypes("./types.ts", types)] : []),
    ...(hasHandlers ? [handlers] : []),
    ...(uris ? [uris] : []),
  ]);
}

/**
 * A property and not a method: TypeScript accepts a method whose parameter is narrower than the input.
 *
 * @param other what the handler returns, where the spec has no schema for it
 */
export function handlerProperty(
  operation: Operation,
  other: string,
  doc: string,
): PropertySignatureStructure {
  const { method, typeName, output } = operation;
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(method),
    type: typeOfParts(
      "(",
      [`input: ${typeName}Input`, `call: Call<${failureCodes(operation)}, Who>`],
      ",",
      `) => Awaitable<${output ? `${typeName}Output` : other}>`,
    ),
    docs: docs(doc),
  };
}

function completerProperty(operation: Resource | Prompt): PropertySignatureStructure {
  const names = listCompleted(operation)
    .map((name) => literal(name))
    .join(" | ");
  return {
    kind: StructureKind.PropertySignature,
    name: completerName(operation),
    type: typeOfParts(
      "(",
      [`request: CompletionRequest<${names}, ${operation.typeName}Input>`, "call: Call<never, Who>"],
      ",",
      ") => Awaitable<readonly string[]>",
    ),
    docs: docs(`Suggests values for ${listCompleted(operation).join(", ")} of \`${operation.name}\`.`),
  };
}

function printUris(resources: readonly Resource[]) {
  const lines = resources.map(({ method, uri, isTemplate, typeName }) => {
    const value = isTemplate
      ? `(parameters: ${typeName}Input) => expandUri(${literal(uri)}, parameters)`
      : literal(uri);
    return `  ${propertyName(method)}: ${value},\n`;
  });
  const about = "The URI of each resource; of a template, by its parameters.";
  return {
    ...constant("resourceUris", undefined, `{\n${lines.join("")}} as const`, about),
    leadingTrivia: "",
  };
}

/** Each handler of resources or of prompts, and what it is for. */
export function printGroup(operations: readonly (Resource | Prompt)[]) {
  return operations.flatMap((operation) => [
    ...(isHandled(operation) ? [{ method: operation.method, operation }] : []),
    ...(listCompleted(operation).length > 0 ? [{ method: completerName(operation), operation }] : []),
  ]);
}
