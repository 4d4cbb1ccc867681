/** The documentation of a tool in generated TypeScript. */
import type { Model, Tool } from "../model/model.ts";
import { paragraphs } from "../typescript/comment-text.ts";

/** What the tool does, the rule between its arguments, and its refusals. */
export function toolDoc(tool: Tool, { failures }: Model): string {
  return paragraphs(
    `\`${tool.name}\` (${[tool.mode, ...tool.scopes].join(", ")})${tool.title === undefined ? "" : `: ${tool.title}`}.`,
    tool.description,
    tool.exactlyOne.length > 0
      ? `A call has exactly one of ${tool.exactlyOne.map((name) => `\`${name}\``).join(", ")}.`
      : undefined,
    refusals(tool, failures),
  );
}

function refusals(tool: Tool, failures: Model["failures"]): string | undefined {
  if (tool.failures.length === 0) return undefined;
  const lines = tool.failures.map(
    (code) => `- \`${code}\`: ${failures.find((failure) => failure.code === code)?.when}`,
  );
  return ["Refuses with", ...lines].join("\n");
}

/** The declared codes as a union type; `never` for none. */
export function failureCodes({ failures }: Tool): string {
  return failures.map((code) => JSON.stringify(code)).join(" | ") || "never";
}
