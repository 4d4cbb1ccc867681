import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";
import { type AnyOperation, type OperationKind, operationKinds } from "../model/operation-kinds.ts";
import { literal } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, importAll, importJson, importTypes, printTypeScript } from "./print.ts";
import { operationData, promptData, resourceData, serviceData, toolData } from "./service-data.ts";

/** Emits tools.ts: the whole service as data, which the runtime interprets. */
export function emitTools(model: Model): GeneratedFile {
  const kinds = operationKinds(model).filter(({ operations }) => operations.length > 0);
  const operations = kinds.flatMap((kind) => kind.operations);
  return printTypeScript("tools.ts", [
    importTypes("@toolwright/runtime", ["Service"]),
    importTypes("./handlers.ts", ["ServiceHandlers"]),
    ...kinds.map((kind) => importJson(`./${fileOfLists(kind)}.json`, fileOfLists(kind))),
    ...operations.map((each) => importAll(`./validators/${each.module}.ts`, validatorsName(each))),
    constant(
      "service",
      "Service<ServiceHandlers>",
      serviceLiteral(model),
      "The service that the spec declares.",
    ),
  ]);
}

/** The file with the entries of their lists, which is imported under this name. */
function fileOfLists({ name }: OperationKind): string {
  return name === "tools" ? "manifest" : name;
}

function serviceLiteral(model: Model): string {
  const { server, path, auth, rate, extensions, card } = serviceData(model);
  const lines = [
    `server: ${literal(server, "  ")}`,
    `path: ${literal(path)}`,
    `auth: ${literal(auth, "  ")}`,
    `rate: ${rate ? literal(rate, "  ") : "undefined"}`,
    ...(extensions ? [`extensions: ${literal(extensions, "  ")}`] : []),
    ...(card ? [`card: ${literal(card, "  ")}`] : []),
    ...operationKinds(model).map((kind) => `${kind.name}: ${printOperations(kind, model)}`),
  ];
  return `{\n${lines.map((line) => `  ${line},\n`).join("")}}`;
}

function printOperations(kind: OperationKind, model: Model): string {
  const indexes = { tools: 0, resources: 0, resourceTemplates: 0, prompts: 0 };
  const items = kind.operations.map((operation) => {
    const list = "uri" in operation && operation.isTemplate ? "resourceTemplates" : kind.name;
    return operationLiteral(operation, model, `${fileOfLists(kind)}.${list}[${indexes[list]++}]`);
  });
  return `[\n${items.map((item) => `    ${item},\n`).join("")}  ]`;
}

/** @param entry code: the entry of its list */
function operationLiteral(operation: AnyOperation, model: Model, entry: string): string {
  const { redaction, name, method, ...common } = operationData(operation, model);
  const validators = validatorsName(operation);
  const particular = particularData(operation, model);
  const rules = { name, method, ...particular, ...common };
  const fields = [
    ...Object.entries(rules).map(([key, value]) => `${key}: ${literal(value, "      ")}`),
    `input: ${validators}.input`,
    ...(operation.output ? [`output: ${validators}.output`] : []),
    `redaction: ${literal(redaction, "      ")}`,
    `manifest: JSON.stringify(${entry})`,
  ];
  return `{\n${fields.map((field) => `      ${field},\n`).join("")}    }`;
}

/** Returns the data that only this kind of operation has. */
function particularData(operation: AnyOperation, model: Model): object {
  if ("mode" in operation) return toolData(operation, model);
  return "uri" in operation ? resourceData(operation, model) : promptData(operation, model);
}

/** The suffix prevents reserved words, for methods such as `delete`. */
function validatorsName({ module }: Operation): string {
  return `${module}Validators`;
}
