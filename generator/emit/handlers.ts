/** Emits handlers.ts and unimplemented.ts. */
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import type { Model, Tool } from "../model/model.ts";
import { paragraphs } from "../typescript/comment-text.ts";
import { propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, docs, importNames, importTypes, printTypeScript } from "./print.ts";

const about =
  "The handlers of this server: one property for each tool. Their input has been validated and has its defaults; their output is validated before it is sent.";

/** Emits handlers.ts: the interface that the hand-written side satisfies, one property a tool. */
export function emitHandlers(model: Model): GeneratedFile {
  const runtime = [
    "Awaitable",
    "Call",
    ...(model.tools.some(({ output }) => !output) ? ["ContentBlock"] : []),
  ];
  const types = model.tools.flatMap(({ typeName, output }) => [
    `${typeName}Input`,
    ...(output ? [`${typeName}Output`] : []),
  ]);
  const handlers: InterfaceDeclarationStructure = {
    kind: StructureKind.Interface,
    name: "Handlers",
    isExported: true,
    docs: docs(about),
    properties: model.tools.map((tool) => handlerProperty(tool, model)),
  };
  return printTypeScript("handlers.ts", [
    importTypes("@toolwright/runtime", runtime),
    importTypes("./types.ts", types),
    handlers,
  ]);
}

/** Emits unimplemented.ts: a complete server of typed refusals, so that a new spec runs on day one. */
export function emitUnimplemented({ tools }: Model): GeneratedFile {
  const properties = tools.map(
    ({ method, name }) => `  ${propertyName(method)}: () => notImplemented(${JSON.stringify(name)}),\n`,
  );
  return printTypeScript("unimplemented.ts", [
    importNames("@toolwright/runtime", ["notImplemented"]),
    importTypes("./handlers.ts", ["Handlers"]),
    constant(
      "unimplemented",
      "Handlers",
      `{\n${properties.join("")}}`,
      "Refuses every call with `not_implemented`. Use its handlers for the tools that have none yet.",
    ),
  ]);
}

/** A property and not a method: TypeScript accepts a method whose parameter is narrower than the input. */
function handlerProperty(tool: Tool, { failures }: Model): PropertySignatureStructure {
  const declared = tool.failures.map((code) => JSON.stringify(code)).join(" | ");
  const call = declared === "" ? "Call" : `Call<${declared}>`;
  const returned = tool.output ? `${tool.typeName}Output` : "readonly ContentBlock[]";
  const doc = paragraphs(
    `\`${tool.name}\` (${[tool.mode, ...tool.scopes].join(", ")})${tool.title === undefined ? "" : `: ${tool.title}`}.`,
    tool.description,
    tool.exactlyOne.length > 0
      ? `A call has exactly one of ${tool.exactlyOne.map((name) => `\`${name}\``).join(", ")}.`
      : undefined,
    refusals(tool, failures),
  );
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(tool.method),
    type: `(input: ${tool.typeName}Input, call: ${call}) => Awaitable<${returned}>`,
    docs: docs(doc),
  };
}

function refusals(tool: Tool, failures: Model["failures"]): string | undefined {
  if (tool.failures.length === 0) return undefined;
  const lines = tool.failures.map(
    (code) => `- \`${code}\`: ${failures.find((failure) => failure.code === code)?.when}`,
  );
  return ["Refuses with", ...lines].join("\n");
}
