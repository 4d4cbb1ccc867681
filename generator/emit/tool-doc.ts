/** The documentation of a tool in generated TypeScript. */
import type { Model, Operation, Prompt, Resource, Tool } from "../model/model.ts";
import { paragraphs } from "../typescript/wrap.ts";

/** The name of the tool, and where the rest is. */
export function toolReference(tool: Tool): string {
  return paragraphs(`${toolLine(tool)} \`Handlers.${tool.method}\` says what it does.`);
}

function toolLine({ name, mode, scopes, title }: Tool): string {
  return `\`${name}\` (${[mode, ...scopes].join(", ")})${title === undefined ? "" : `: ${title}`}.`;
}

/** What the tool does, the rule between its arguments, and its refusals. */
export function toolDoc(tool: Tool, { failures }: Model): string {
  return paragraphs(
    toolLine(tool),
    tool.description,
    tool.exactlyOne.length > 0
      ? `A call has exactly one of ${tool.exactlyOne.map((name) => `\`${name}\``).join(", ")}.`
      : undefined,
    refusals(tool, failures),
  );
}

/** What a resource or a prompt is, and its refusals. */
export function operationDoc(operation: Resource | Prompt, { failures }: Model): string {
  const { name, scopes, title } = operation;
  const what = "uri" in operation ? `\`${operation.uri}\`` : `\`${name}\``;
  const needs = scopes.length > 0 ? ` (${scopes.join(", ")})` : "";
  const line = `${what}${needs}${title === undefined ? "" : `: ${title}`}.`;
  return paragraphs(line, operation.description, refusals(operation, failures));
}

function refusals(tool: Operation, failures: Model["failures"]): string | undefined {
  if (tool.failures.length === 0) return undefined;
  const lines = tool.failures.map(
    (code) => `- \`${code}\`: ${failures.find((failure) => failure.code === code)?.when}`,
  );
  return ["Refuses with", ...lines].join("\n");
}

/** The declared codes as a union type, on several lines if it is long; `never` for none. */
export function failureCodes({ failures }: Operation): string {
  const codes = failures.map((code) => JSON.stringify(code));
  const line = codes.join(" | ") || "never";
  return line.length <= 100 ? line : codes.map((code) => `\n  | ${code}`).join("");
}

/** A type on one line where it is short; else each part has a line of its own. */
export function typeOfParts(
  open: string,
  parts: readonly string[],
  separator: string,
  close: string,
): string {
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${parts.join(`${separator} `)}${space}${close}`;
  if (line.length <= 100 && !line.includes("\n")) return line;
  const lines = parts.map((part) => `  ${part.replaceAll("\n", "\n  ")}${separator}\n`);
  return `${open}\n${lines.join("")}${close}`;
}
