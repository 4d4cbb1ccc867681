/** Emits client.ts: the types of all tools, and a typed client over the official one. */

import { pointerSteps } from "@toolwright/runtime/json";
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import type { Model, Tool } from "../model/model.ts";
import { literal, propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { docs, importTypes, printTypeScript, typeAlias } from "./print.ts";
import { failureCodes, toolReference, typeOfParts } from "./tool-doc.ts";

const aboutTools =
  "The tools of this server, by method: the name on the wire, the arguments, the output and the declared refusals of each.";
const aboutClient =
  "A typed client: one method for each tool. A refusal is a result with `ok: false`, and not an exception.";

/** Emits client.ts. */
export function emitClient(model: Model): GeneratedFile {
  const types = model.tools.flatMap(({ typeName, output }) => [
    `${typeName}Arguments`,
    ...(output ? [`${typeName}Output`] : []),
  ]);
  const tools: InterfaceDeclarationStructure = {
    kind: StructureKind.Interface,
    name: "Tools",
    isExported: true,
    docs: docs(aboutTools),
    properties: model.tools.map(toolProperty),
  };
  return printTypeScript("client.ts", [
    ...(model.tools.some(({ output }) => !output)
      ? [importTypes("@toolwright/runtime", ["ContentBlock"])]
      : []),
    `import { type ClientOf, clientOf, type OfficialClient } from "@toolwright/runtime/client";`,
    ...(types.length > 0 ? [importTypes("./types.ts", types)] : []),
    tools,
    typeAlias("Client", "ClientOf<Tools>", aboutClient),
    createClient(model),
  ]);
}

function toolProperty(tool: Tool): PropertySignatureStructure {
  const { name, method, typeName, output, behaviour } = tool;
  const items = behaviour.pages && pointerSteps(behaviour.pages.items);
  const members = [
    `name: ${literal(name)}`,
    `arguments: ${typeName}Arguments`,
    `output: ${output ? `${typeName}Output` : "readonly ContentBlock[]"}`,
    `failure: ${failureCodes(tool)}`.replace(": \n", ":\n"),
    ...(items ? [`items: ${JSON.stringify(items)}`] : []),
  ];
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(method),
    type: typeOfParts("{", members, ";", "}"),
    docs: docs(toolReference(tool)),
  };
}

function createClient({ tools }: Model): string {
  const entries = tools.map(
    (tool) => `    ${propertyName(tool.method)}: ${literal(toolData(tool), "    ")},\n`,
  );
  return `
/**
 * The typed client on top of a connected official one: \`Client\` of \`@modelcontextprotocol/sdk\` or of
 * \`@modelcontextprotocol/client\`. Errors that are no refusals (HTTP, timeouts, cancellations) are thrown as that client throws them.
 */
export function createClient(client: OfficialClient): Client {
  return clientOf<Tools>(client, {\n${entries.join("")}  });
}`;
}

function toolData({ name, output, failures, behaviour: { pages } }: Tool): object {
  return {
    name,
    hasOutput: output !== undefined,
    failures,
    ...(pages && { pages: { cursor: pointerSteps(pages.cursor)[0], next: pages.next, items: pages.items } }),
  };
}
