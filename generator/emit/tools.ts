import type { Limit, Model, Tool } from "../model/model.ts";
import { headerArguments } from "../schema/header-arguments.ts";
import { redactionOf } from "../schema/redaction.ts";
import { resolver } from "../schema/roots.ts";
import { literal } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, importAll, importJson, importTypes, printTypeScript } from "./print.ts";

/** Emits tools.ts: the whole service as data, which the runtime interprets. */
export function emitTools(model: Model): GeneratedFile {
  return printTypeScript("tools.ts", [
    importTypes("@toolwright/runtime", ["Service"]),
    importTypes("./handlers.ts", ["Handlers"]),
    ...(model.tools.length > 0 ? [importJson("./manifest.json", "manifest")] : []),
    ...model.tools.map((tool) => importAll(`./validators/${tool.method}.ts`, validatorsName(tool))),
    constant("service", "Service<Handlers>", serviceLiteral(model), "The service that the spec declares."),
  ]);
}

function serviceLiteral(model: Model): string {
  const { toolPrefix: _prefix, namesVersions: _names, ...server } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  const tools = model.tools.map((tool, index) => toolLiteral(tool, index, model));
  const lines = [
    `server: ${literal(server, "  ")}`,
    `path: ${literal(model.endpoint.path)}`,
    `auth: ${literal(auth, "  ")}`,
    `rate: ${rate ? literal(ruleOf(rate), "  ") : "undefined"}`,
    `tools: [\n${tools.map((tool) => `    ${tool},\n`).join("")}  ]`,
  ];
  return `{\n${lines.map((line) => `  ${line},\n`).join("")}}`;
}

function toolLiteral(tool: Tool, index: number, model: Model): string {
  const failures = tool.failures.flatMap((code) => {
    const failure = model.failures.find((declared) => declared.code === code);
    return failure ? [[code, { when: failure.when, retryable: failure.retryable }] as const] : [];
  });
  const rates = model.limits
    .filter(({ kind, appliesTo }) => kind === "rate" && appliesTo !== "all" && appliesTo.includes(tool.name))
    .map(ruleOf);
  const headers = headerArguments(tool.input.schema).map(({ header, path }) => [header, path]);
  const fields = [
    `name: ${literal(tool.name)}`,
    `method: ${literal(tool.method)}`,
    `mode: ${literal(tool.mode)}`,
    `scopes: ${literal(tool.scopes)}`,
    ...(rates.length > 0 ? [`rates: ${literal(rates, "      ")}`] : []),
    `failures: ${literal(Object.fromEntries(failures), "      ")}`,
    `input: ${validatorsName(tool)}.input`,
    ...(tool.output ? [`output: ${validatorsName(tool)}.output`] : []),
    `redaction: ${literal(tool.output ? redactionOf(tool.output, resolver(model)) : [], "      ")}`,
    ...(headers.length > 0 ? [`parameterHeaders: ${literal(Object.fromEntries(headers), "      ")}`] : []),
    `manifest: JSON.stringify(manifest.tools[${index}])`,
  ];
  return `{\n${fields.map((field) => `      ${field},\n`).join("")}    }`;
}

function ruleOf({ name, numbers }: Limit): object {
  return { name, max: numbers.max, seconds: numbers.seconds };
}

/** The suffix prevents reserved words, for methods such as `delete`. */
function validatorsName({ method }: Tool): string {
  return `${method}Validators`;
}
