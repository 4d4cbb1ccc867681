import type { Model, Tool } from "../model/model.ts";
import { literal } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, importAll, importJson, importTypes, printTypeScript } from "./print.ts";
import { serviceData, toolData } from "./service-data.ts";

/** Emits tools.ts: the whole service as data, which the runtime interprets. */
export function emitTools(model: Model): GeneratedFile {
  return printTypeScript("tools.ts", [
    importTypes("@toolwright/runtime", ["Service"]),
    importTypes("./handlers.ts", ["ServiceHandlers"]),
    ...(model.tools.length > 0 ? [importJson("./manifest.json", "manifest")] : []),
    ...model.tools.map((tool) => importAll(`./validators/${tool.method}.ts`, validatorsName(tool))),
    constant(
      "service",
      "Service<ServiceHandlers>",
      serviceLiteral(model),
      "The service that the spec declares.",
    ),
  ]);
}

function serviceLiteral(model: Model): string {
  const { server, path, auth, rate } = serviceData(model);
  const tools = model.tools.map((tool, index) => toolLiteral(tool, index, model));
  const lines = [
    `server: ${literal(server, "  ")}`,
    `path: ${literal(path)}`,
    `auth: ${literal(auth, "  ")}`,
    `rate: ${rate ? literal(rate, "  ") : "undefined"}`,
    `tools: [\n${tools.map((tool) => `    ${tool},\n`).join("")}  ]`,
  ];
  return `{\n${lines.map((line) => `  ${line},\n`).join("")}}`;
}

function toolLiteral(tool: Tool, index: number, model: Model): string {
  const { name, method, mode, scopes, rates, failures, redaction, parameterHeaders } = toolData(tool, model);
  const fields = [
    `name: ${literal(name)}`,
    `method: ${literal(method)}`,
    `mode: ${literal(mode)}`,
    `scopes: ${literal(scopes)}`,
    ...(rates ? [`rates: ${literal(rates, "      ")}`] : []),
    `failures: ${literal(failures, "      ")}`,
    `input: ${validatorsName(tool)}.input`,
    ...(tool.output ? [`output: ${validatorsName(tool)}.output`] : []),
    `redaction: ${literal(redaction, "      ")}`,
    ...(parameterHeaders ? [`parameterHeaders: ${literal(parameterHeaders, "      ")}`] : []),
    `manifest: JSON.stringify(manifest.tools[${index}])`,
  ];
  return `{\n${fields.map((field) => `      ${field},\n`).join("")}    }`;
}

/** The suffix prevents reserved words, for methods such as `delete`. */
function validatorsName({ method }: Tool): string {
  return `${method}Validators`;
}
