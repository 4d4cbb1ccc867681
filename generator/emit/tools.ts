import { listOperations, type Model, type Operation } from "../model/model.ts";
import { literal } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, importAll, importJson, importTypes, printTypeScript } from "./print.ts";
import { operationData, promptData, resourceData, serviceData, toolData } from "./service-data.ts";

/** Emits tools.ts: the whole service as data, which the runtime interprets. */
export function emitTools(model: Model): GeneratedFile {
  return printTypeScript("tools.ts", [
    importTypes("@toolwright/runtime", ["Service"]),
    importTypes("./handlers.ts", ["ServiceHandlers"]),
    ...(model.tools.length > 0 ? [importJson("./manifest.json", "manifest")] : []),
    ...(model.resources.length > 0 ? [importJson("./resources.json", "resources")] : []),
    ...(model.prompts.length > 0 ? [importJson("./prompts.json", "prompts")] : []),
    ...listOperations(model).map((each) => importAll(`./validators/${each.module}.ts`, validatorsName(each))),
    constant(
      "service",
      "Service<ServiceHandlers>",
      serviceLiteral(model),
      "The service that the spec declares.",
    ),
  ]);
}

function serviceLiteral(model: Model): string {
  const { server, path, auth, rate, extensions } = serviceData(model);
  const tools = model.tools.map((tool, index) =>
    operationLiteral(tool, model, `manifest.tools[${index}]`, toolData(tool)),
  );
  const prompts = model.prompts.map((prompt, index) =>
    operationLiteral(prompt, model, `prompts.prompts[${index}]`, promptData(prompt, model)),
  );
  const lines = [
    `server: ${literal(server, "  ")}`,
    `path: ${literal(path)}`,
    `auth: ${literal(auth, "  ")}`,
    `rate: ${rate ? literal(rate, "  ") : "undefined"}`,
    ...(extensions ? [`extensions: ${literal(extensions, "  ")}`] : []),
    `tools: ${printList(tools)}`,
    ...(model.resources.length > 0 ? [`resources: ${printList(resourceLiterals(model))}`] : []),
    ...(prompts.length > 0 ? [`prompts: ${printList(prompts)}`] : []),
  ];
  return `{\n${lines.map((line) => `  ${line},\n`).join("")}}`;
}

function printList(items: readonly string[]): string {
  return `[\n${items.map((item) => `    ${item},\n`).join("")}  ]`;
}

function resourceLiterals(model: Model): string[] {
  const indexes = { resources: 0, resourceTemplates: 0 };
  return model.resources.map((resource) => {
    const list = resource.isTemplate ? "resourceTemplates" : "resources";
    const entry = `resources.${list}[${indexes[list]++}]`;
    return operationLiteral(resource, model, entry, resourceData(resource, model));
  });
}

/**
 * @param entry code: the entry of its list
 * @param particular what only its kind has
 */
function operationLiteral(operation: Operation, model: Model, entry: string, particular: object): string {
  const { name, method, scopes, rates, failures, redaction } = operationData(operation, model);
  const validators = validatorsName(operation);
  const rules = { name, method, ...particular, scopes, ...(rates && { rates }), failures };
  const fields = [
    ...Object.entries(rules).map(([key, value]) => `${key}: ${literal(value, "      ")}`),
    `input: ${validators}.input`,
    ...(operation.output ? [`output: ${validators}.output`] : []),
    `redaction: ${literal(redaction, "      ")}`,
    `manifest: JSON.stringify(${entry})`,
  ];
  return `{\n${fields.map((field) => `      ${field},\n`).join("")}    }`;
}

/** The suffix prevents reserved words, for methods such as `delete`. */
function validatorsName({ module }: Operation): string {
  return `${module}Validators`;
}
