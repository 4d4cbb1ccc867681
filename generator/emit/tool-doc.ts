/** The documentation of tools, resources and prompts in generated TypeScript. */
import { oneLine } from "@toolwright/check/report";
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";
import { paragraphs } from "../typescript/wrap.ts";

/** Returns the first line of a description for callers, with a reference to the full text. */
export function operationReference(operation: Operation): string {
  const rest = "mode" in operation ? "`docs/tools.md` says what it does." : "";
  return paragraphs(`${firstLine(operation)} ${rest}`.trimEnd());
}

function firstLine(operation: Operation): string {
  const { name, scopes, title } = operation;
  const what = "uri" in operation ? operation.uri : name;
  const needs = ["mode" in operation ? [operation.mode] : [], scopes].flat();
  const inBrackets = needs.length > 0 ? ` (${needs.join(", ")})` : "";
  return oneLine(`\`${what}\`${inBrackets}${title === undefined ? "" : `: ${title}`}.`);
}

/** Returns the description, the rule about exclusive arguments, and the refusals. */
export function operationDoc(operation: Operation, { failures }: Model): string {
  const { description, exactlyOne } = operation;
  return paragraphs(
    firstLine(operation),
    description,
    exactlyOne.length > 0
      ? `A call has exactly one of ${exactlyOne.map((name) => `\`${name}\``).join(", ")}.`
      : undefined,
    refusals(operation, failures),
  );
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
