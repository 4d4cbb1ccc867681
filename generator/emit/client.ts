/** Emits client.ts: the types of all tools, resources and prompts, and a typed client over the official one. */

import { rootNode, type SchemaRoot } from "@toolwright/json-schema";
import { graphFor, judge } from "@toolwright/json-schema/graph";
import { pointerSteps } from "@toolwright/runtime/json";
import { type InterfaceDeclarationStructure, type PropertySignatureStructure, StructureKind } from "ts-morph";
import { compileOutputAs } from "../layout/compile-layout.ts";
import type { Model } from "../model/model.ts";
import { type AnyOperation, type OperationKind, operationKinds } from "../model/operation-kinds.ts";
import { resolver } from "../schema/roots.ts";
import { literal, propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { docs, importTypes, printTypeScript, typeAlias } from "./print.ts";
import { completedNames } from "./service-data.ts";
import { failureCodes, operationReference, typeOfParts } from "./tool-doc.ts";

const aboutTools =
  "The tools of this server, by method: the name on the wire, the arguments, the output and the declared refusals of each.";
const aboutClient =
  "A typed client: one method for each tool, resource and prompt. A refusal is a result with `ok: false`, and not an exception.";

/** Emits client.ts. Tools are methods of the client itself; resources and prompts are in objects of their own. */
export function emitClient(model: Model): GeneratedFile {
  const kinds = operationKinds(model);
  const all = kinds.flatMap(({ operations }) => operations);
  const contents = kinds.filter(
    ({ name, operations }) => name !== "resources" && operations.some(({ output }) => !output),
  );
  const types = all.flatMap(({ typeName, output }) => [
    `${typeName}Arguments`,
    ...(output ? [`${typeName}Output`] : []),
  ]);
  const others = kinds.slice(1).map((kind) => `${kind.name}: ClientOf<${typesName(kind)}>`);
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
    ...kinds.map((kind) => describeTypes(kind, model)),
    typeAlias("Client", clientType.join(" & "), aboutClient),
    createClient(model, kinds),
  ]);
}

/** `tools` -> `Tools`, the map of their types. */
function typesName({ name }: OperationKind): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function describeTypes(kind: OperationKind, model: Model): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    name: typesName(kind),
    isExported: true,
    docs: docs(kind.name === "tools" ? aboutTools : `The same of its ${kind.name}.`),
    properties: kind.operations.map((each) =>
      operationProperty(each, kind.name === "resources" ? "string | Uint8Array" : kind.answer, model),
    ),
  };
}

function operationProperty(operation: AnyOperation, other: string, model: Model): PropertySignatureStructure {
  const { name, method, typeName, output } = operation;
  const { pages, task } = "behaviour" in operation ? operation.behaviour : {};
  const completed = "parameters" in operation ? completedNames(operation, model) : [];
  const members = [
    `name: ${literal(name)}`,
    `arguments: ${typeName}Arguments`,
    `output: ${output ? `${typeName}Output` : other}`,
    `failure: ${failureCodes(operation)}`.replace(": \n", ":\n"),
    ...(pages ? [`items: ${JSON.stringify(pointerSteps(pages.items))}`] : []),
    ...(task ? [`task: ${literal(task.when)}`] : []),
    ...(completed.length > 0 ? [`completes: ${completed.map((each) => literal(each)).join(" | ")}`] : []),
  ];
  return {
    kind: StructureKind.PropertySignature,
    name: propertyName(method),
    type: typeOfParts("{", members, ";", "}"),
    docs: docs(operationReference(operation)),
  };
}

function createClient(model: Model, kinds: readonly OperationKind[]): string {
  const statements = kinds.map((kind) => {
    const entries = kind.operations.map(
      (each) => `    ${propertyName(each.method)}: ${literal(operationData(model, each), "    ")},\n`,
    );
    return `  const ${kind.name} = clientOf<${typesName(kind)}>(client, {\n${entries.join("")}  });\n`;
  });
  const others = kinds.slice(1).map(({ name }) => name);
  return `
/**
 * The typed client on top of a connected official one: \`Client\` of \`@modelcontextprotocol/sdk\` or of
 * \`@modelcontextprotocol/client\`. Errors that are no refusals (HTTP, timeouts, cancellations) are thrown as that client throws them.
 */
export function createClient(client: OfficialClient): Client {
${statements.join("")}  return ${others.length === 0 ? "tools" : `{ ${["...tools", ...others].join(", ")} }`};
}`;
}

function operationData(model: Model, operation: AnyOperation): object {
  const { name, failures, output } = operation;
  const rule = { name, hasOutput: output !== undefined, failures };
  if ("uri" in operation) return { kind: "resource", uri: operation.uri, ...rule };
  if (!("mode" in operation)) return { kind: "prompt", ...rule };
  const { pages, task } = operation.behaviour;
  return {
    ...rule,
    ...(operation.outputAs && {
      outputAs: compileOutputAs(operation, resolver(model)),
      ...(allowsText(model, output) && { allowsText: true }),
    }),
    ...(pages?.cursor !== undefined && {
      pages: { cursor: pointerSteps(pages.cursor)[0], next: pages.next, items: pages.items },
    }),
    ...(task && { task: task.when }),
  };
}

/** Whether an output may be a sentence. */
function allowsText(model: Model, output: SchemaRoot | undefined): boolean {
  if (output === undefined) return false;
  const node = graphFor(resolver(model))(rootNode(output));
  return judge(node, "There are none.") === true;
}
