/** Emits handlers.ts, resources.ts, prompts.ts and unimplemented.ts. */
import { authSchemes } from "@toolwright/runtime";
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import type { Model } from "../model/model.ts";
import type { Operation, Resource } from "../model/operation.ts";
import {
  listGroups,
  listHandlers,
  type OperationKind,
  operationKinds,
  type WrittenHandler,
} from "../model/operation-kinds.ts";
import { listCompleted } from "../model/operations.ts";
import { literal, propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, docs, importNames, importTypes, printTypeScript } from "./print.ts";
import { failureCodes, operationDoc, typeOfParts } from "./tool-doc.ts";

const aboutTools =
  "The handlers of this server: one property for each tool. Their input has been validated and has its defaults; their output is validated before it is sent. `Who` is the type of `call.caller`.";
const aboutOthers = "The handlers: one property for each whose content is not in the spec.";

/** Emits handlers.ts: the interface that the hand-written side satisfies, one property a tool. */
export function emitHandlers(model: Model): GeneratedFile[] {
  const [tools, ...others] = operationKinds(model);
  if (!tools) return [];
  const { runtime, types, declaration } = describeHandlers(tools, model);
  const groups = listGroups(model);
  const properties = groups.map(({ name, handlers }) => ({
    name,
    type: `${handlers}<Who>`,
    isReadonly: true,
  }));
  return [
    printTypeScript("handlers.ts", [
      importTypes("@toolwright/runtime", [...runtime, "HandlerTypes"]),
      ...groups.map(({ name, handlers }) => importTypes(`./${name}.ts`, [handlers])),
      importTypes("./types.ts", types),
      { ...declaration, properties: [...(declaration.properties ?? []), ...properties] },
      serviceHandlers(model),
    ]),
    ...others.flatMap((kind) => printGroup(kind, model)),
  ];
}

/** resources.ts or prompts.ts: the interface of the handlers, and the URIs of resources. */
function printGroup(kind: OperationKind, model: Model): GeneratedFile[] {
  const { runtime, types, declaration } = describeHandlers(kind, model);
  const resources = kind.name === "resources" ? model.resources : [];
  const templates = resources.filter(({ isTemplate }) => isTemplate);
  const hasHandlers = listHandlers(kind).length > 0;
  if (!hasHandlers && resources.length === 0) return [];
  const inputs = [...types, ...templates.map(({ typeName }) => `${typeName}Input`)];
  const file = printTypeScript(`${kind.name}.ts`, [
    ...(templates.length > 0 ? [importNames("@toolwright/runtime", ["expandUri"])] : []),
    ...(hasHandlers ? [importTypes("@toolwright/runtime", runtime)] : []),
    ...(inputs.length > 0 ? [importTypes("./types.ts", inputs)] : []),
    ...(hasHandlers ? [declaration] : []),
    ...(resources.length > 0 ? [printUris(resources)] : []),
  ]);
  return [file];
}

/** Describes the interface of the handlers of one kind, with its imports from the runtime and from types.ts. */
function describeHandlers(kind: OperationKind, model: Model) {
  const handlers = listHandlers(kind);
  const own = handlers.filter(({ completes }) => !completes);
  const runtime = [
    "Awaitable",
    "Call",
    "Caller",
    ...(own.some(({ operation }) => !operation.output) ? [kind.content] : []),
    ...(own.length < handlers.length ? ["CompletionRequest"] : []),
  ];
  const types = handlers.flatMap(({ operation: { typeName, output }, completes }) => [
    `${typeName}Input`,
    ...(output && !completes ? [`${typeName}Output`] : []),
  ]);
  const declaration: InterfaceDeclarationStructure = {
    kind: StructureKind.Interface,
    name: kind.handlers,
    isExported: true,
    typeParameters: [{ name: "Who", constraint: "Caller", default: "Caller" }],
    docs: docs(kind.name === "tools" ? aboutTools : aboutOthers),
    properties: handlers.map((each) => handlerProperty(each, kind.answer, model)),
  };
  return { runtime, types, declaration };
}

/**
 * Describes a handler as a property, because TypeScript would accept a method whose parameter is narrower than the input.
 *
 * @param other the result type of a handler without an output schema
 */
function handlerProperty(
  { method, operation, completes }: WrittenHandler,
  other: string,
  model: Model,
): PropertySignatureStructure {
  const { name, typeName, output } = operation;
  const completed = completes && "parameters" in operation ? listCompleted(operation) : [];
  const names = completed.map((each) => literal(each)).join(" | ");
  const [parameters, answer] = completes
    ? [
        [`request: CompletionRequest<${names}, ${typeName}Input>`, "call: Call<never, Who>"],
        "readonly string[]",
      ]
    : [[`input: ${typeName}Input`, `call: ${callType(operation)}`], output ? `${typeName}Output` : other];
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(method),
    type: typeOfParts("(", parameters, ",", `) => Awaitable<${answer}>`),
    docs: docs(
      completes
        ? `Suggests values for ${completed.join(", ")} of \`${name}\`.`
        : operationDoc(operation, model),
    ),
  };
}

/** Describes the call of a handler: the codes that it may refuse with, and its caller. Each has a line of its own where codes have. */
function callType(operation: Operation): string {
  const codes = failureCodes(operation);
  return codes.includes("\n") ? `Call<${codes},\n  Who\n>` : `Call<${codes}, Who>`;
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

/** Describes the interface that connects the service with `Handlers<Who>`, for any `Who`, and with its required options. */
function serviceHandlers({ auth }: Model): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    name: "ServiceHandlers",
    isExported: true,
    extends: ["HandlerTypes"],
    docs: docs(
      "The handlers for each type of caller: `Who` is what `authenticate` returns. `tokens` says which options a server for this service must have.",
    ),
    properties: [
      { name: "handlers", type: `Handlers<this["caller"]>`, isReadonly: true },
      { name: "tokens", type: tokenOptions(auth), isReadonly: true },
    ],
  };
}

/** Describes the options for authentication: required ones, and those that the spec excludes. */
function tokenOptions(auth: Model["auth"]): string {
  const schemes = authSchemes(auth);
  const isOffered = auth.offers !== undefined;
  const options = [
    schemes.includes("bearer") ? "readonly authenticate: object" : "readonly authenticate?: undefined",
    ...(schemes.includes("oauth") ? ["readonly oauth: object"] : []),
    ...(schemes.includes("oauth") || isOffered ? [] : ["readonly oauth?: undefined"]),
  ];
  return `{ ${options.join("; ")} }`;
}

/** Emits unimplemented.ts: a complete server of typed refusals, so that a new spec runs on day one. */
export function emitUnimplemented(model: Model): GeneratedFile {
  const objects = operationKinds(model).map((kind) => {
    const indent = kind.name === "tools" ? "  " : "    ";
    const entries = listHandlers(kind).map(
      ({ method, operation: { name } }) =>
        `${indent}${propertyName(method)}: () => notImplemented(${JSON.stringify(name)}),\n`,
    );
    if (kind.name === "tools" || entries.length === 0) return entries.join("");
    return `  ${kind.name}: {\n${entries.join("")}  },\n`;
  });
  return printTypeScript("unimplemented.ts", [
    importNames("@toolwright/runtime", ["notImplemented"]),
    importTypes("./handlers.ts", ["Handlers"]),
    constant(
      "unimplemented",
      "Handlers",
      `{\n${objects.join("")}}`,
      "Refuses every call with `not_implemented`. Use its handlers for the tools that have none yet.",
    ),
  ]);
}
