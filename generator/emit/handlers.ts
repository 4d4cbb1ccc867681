import type { Model, Tool } from "../model.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, docComment, paragraphs, printTypeScript, propertyName, typeImport } from "./print.ts";

const about =
  "What this server does: one method a tool. Input has been checked and its defaults filled in; output is checked before it leaves.";

/** Emits handlers.ts: the interface that the hand-written side satisfies, one method a tool. */
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
  const methods = model.tools.map((tool) => handlerMethod(tool, model));
  return printTypeScript("handlers.ts", [
    typeImport("@toolwright/runtime", runtime),
    typeImport("./types.ts", types),
    `\n${docComment(about, "")}export interface Handlers {\n${methods.join("")}}`,
  ]);
}

/** Emits unimplemented.ts: a complete server of typed refusals, so that a new spec runs on day one. */
export function emitUnimplemented({ tools }: Model): GeneratedFile {
  const properties = tools.map(
    ({ method, name }) => `  ${propertyName(method)}: () => notImplemented(${JSON.stringify(name)}),\n`,
  );
  return printTypeScript("unimplemented.ts", [
    `import { notImplemented } from "@toolwright/runtime";`,
    typeImport("./handlers.ts", ["Handlers"]),
    `\n${constant(
      "unimplemented",
      "Handlers",
      `{\n${properties.join("")}}`,
      "Refuses every call with `not_implemented`. Bind its methods one by one where a handler is still missing.",
    )}`,
  ]);
}

function handlerMethod(tool: Tool, { failures }: Model): string {
  const declared = tool.failures.map((code) => JSON.stringify(code)).join(" | ");
  const call = declared === "" ? "Call" : `Call<${declared}>`;
  const returned = tool.output ? `${tool.typeName}Output` : "readonly ContentBlock[]";
  const doc = paragraphs(
    `\`${tool.name}\` (${[tool.mode, ...tool.scopes].join(", ")})${tool.title === undefined ? "" : `: ${tool.title}`}.`,
    tool.description,
    tool.exactlyOne.length > 0
      ? `A call carries exactly one of ${tool.exactlyOne.map((name) => `\`${name}\``).join(", ")}.`
      : undefined,
    refusals(tool, failures),
  );
  const signature = `${propertyName(tool.method)}(input: ${tool.typeName}Input, call: ${call}): Awaitable<${returned}>`;
  return `${docComment(doc, "  ")}  ${signature};\n`;
}

function refusals(tool: Tool, failures: Model["failures"]): string | undefined {
  if (tool.failures.length === 0) return undefined;
  const lines = tool.failures.map(
    (code) => `- \`${code}\`: ${failures.find((failure) => failure.code === code)?.when}`,
  );
  return ["Refuses with", ...lines].join("\n");
}
