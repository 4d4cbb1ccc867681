/** Emits client.ts: the types of all tools, resources and prompts, and a typed client over the official one. */

import { pointerSteps } from "@toolwright/runtime/json";
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import type { Model, Prompt, Resource, Tool } from "../model/model.ts";
import { literal, propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { docs, importTypes, printTypeScript, typeAlias } from "./print.ts";
import { completedNames } from "./service-data.ts";
import { failureCodes, operationReference, typeOfParts } from "./tool-doc.ts";

const aboutTools =
  "The tools of this server, by method: the name on the wire, the arguments, the output and the declared refusals of each.";
const aboutClient =
  "A typed client: one method for each tool, resource and prompt. A refusal is a result with `ok: false`, and not an exception.";

/** The operations of one kind. Those of tools are methods of the client itself; the others are in objects of their own. */
interface Group {
  readonly types: "Tools" | "Resources" | "Prompts";
  readonly about: string;
  readonly operations: readonly (Tool | Resource | Prompt)[];
  /** What an operation without an output schema answers. */
  readonly content: "ContentBlock" | "ResourceContent" | "PromptMessage";
}

/** Emits client.ts. */
export function emitClient(model: Model): GeneratedFile {
  const { tools, resources, prompts } = model;
  const about = "The same of its";
  const groups: readonly Group[] = [
    { types: "Tools", about: aboutTools, operations: tools, content: "ContentBlock" },
    { types: "Resources", about: `${about} resources.`, operations: resources, content: "ResourceContent" },
    { types: "Prompts", about: `${about} prompts.`, operations: prompts, content: "PromptMessage" },
  ];
  const present = groups.filter(({ types, operations }) => types === "Tools" || operations.length > 0);
  const contents = present.filter(({ operations }) => operations.some(({ output }) => !output));
  const types = present.flatMap(({ operations }) =>
    operations.flatMap(({ typeName, output }) => [
      `${typeName}Arguments`,
      ...(output ? [`${typeName}Output`] : []),
    ]),
  );
  const others = present.slice(1).map((group) => `${group.types.toLowerCase()}: ClientOf<${group.types}>`);
  const clientType = ["ClientOf<Tools>", ...(others.length > 0 ? [`{ ${others.join("; ")} }`] : [])];
  return printTypeScript("client.ts", [
    ...(contents.length > 0
      ? [
          importTypes(
            "@toolwright/runtime",
            contents.map(({ content }) => content),
          ),
        ]
      : []),
    `import { type ClientOf, clientOf, type OfficialClient } from "@toolwright/runtime/client";`,
    ...(types.length > 0 ? [importTypes("./types.ts", types)] : []),
    ...present.map((group) => typesOf(group, model)),
    typeAlias("Client", clientType.join(" & "), aboutClient),
    createClient(present),
  ]);
}

function typesOf({ types, about, operations, content }: Group, model: Model): InterfaceDeclarationStructure {
  const other = content === "ResourceContent" ? content : `readonly ${content}[]`;
  return {
    kind: StructureKind.Interface,
    name: types,
    isExported: true,
    docs: docs(about),
    properties: operations.map((each) => operationProperty(each, other, model)),
  };
}

function operationProperty(
  operation: Tool | Resource | Prompt,
  other: string,
  model: Model,
): PropertySignatureStructure {
  const { name, method, typeName, output } = operation;
  const pages = "behaviour" in operation && operation.behaviour.pages;
  const completed = "parameters" in operation ? completedNames(operation, model) : [];
  const members = [
    `name: ${literal(name)}`,
    `arguments: ${typeName}Arguments`,
    `output: ${output ? `${typeName}Output` : other}`,
    `failure: ${failureCodes(operation)}`.replace(": \n", ":\n"),
    ...(pages ? [`items: ${JSON.stringify(pointerSteps(pages.items))}`] : []),
    ...(completed.length > 0 ? [`completes: ${completed.map((each) => literal(each)).join(" | ")}`] : []),
  ];
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(method),
    type: typeOfParts("{", members, ";", "}"),
    docs: docs(operationReference(operation)),
  };
}

function createClient(groups: readonly Group[]): string {
  const statements = groups.map(({ types, operations }) => {
    const entries = operations.map(
      (each) => `    ${propertyName(each.method)}: ${literal(operationData(each), "    ")},\n`,
    );
    return `  const ${types.toLowerCase()} = clientOf<${types}>(client, {\n${entries.join("")}  });\n`;
  });
  const others = groups.slice(1).map(({ types }) => types.toLowerCase());
  return `
/**
 * The typed client on top of a connected official one: \`Client\` of \`@modelcontextprotocol/sdk\` or of
 * \`@modelcontextprotocol/client\`. Errors that are no refusals (HTTP, timeouts, cancellations) are thrown as that client throws them.
 */
export function createClient(client: OfficialClient): Client {
${statements.join("")}  return ${others.length === 0 ? "tools" : `{ ${["...tools", ...others].join(", ")} }`};
}`;
}

function operationData(operation: Tool | Resource | Prompt): object {
  const { name, failures, output } = operation;
  const rule = { name, hasOutput: output !== undefined, failures };
  if ("uri" in operation) return { kind: "resource", uri: operation.uri, ...rule };
  if (!("mode" in operation)) return { kind: "prompt", ...rule };
  const { pages } = operation.behaviour;
  if (!pages) return rule;
  return { ...rule, pages: { cursor: pointerSteps(pages.cursor)[0], next: pages.next, items: pages.items } };
}
