/** Checks and serialises what handlers return. */
import { isContent } from "../service/content.ts";
import type { Tool, ValidationError } from "../service/service.ts";
import { redact, redactionScopes } from "./redaction.ts";

/** A handler returned output that does not fit its tool's schema. Contains paths and reasons, never values. */
class OutputMismatch extends Error {
  override readonly name = "OutputMismatch";
  readonly problems: readonly string[];

  constructor(tool: string, problems: readonly string[]) {
    super(`What the handler of ${tool} returned does not fit: ${problems.join("; ")}`);
    this.problems = problems;
  }
}

/**
 * Serialises a handler's output as the members of a `CallToolResult`, without the surrounding braces. Removes the fields for
 * which the caller lacks a scope. Throws OutputMismatch if the output does not fit the schema.
 */
export type WriteOutput = (output: unknown, scopes: ReadonlySet<string>) => string;

export function outputWriter(tool: Tool): WriteOutput {
  const { output: validate, redaction } = tool;
  if (validate === undefined) return (output) => contentResult(tool, output);
  const neededScopes = redactionScopes(redaction);
  return (output, scopes) => {
    const seesAll = neededScopes.every((scope) => scopes.has(scope));
    const visible = seesAll ? output : redact(redaction, scopes, output);
    if (!validate(visible)) throw new OutputMismatch(tool.name, reasons(validate.errors ?? []));
    const json = JSON.stringify(visible);
    return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
  };
}

function contentResult(tool: Tool, output: unknown): string {
  if (!isContent(output)) throw new OutputMismatch(tool.name, ["it is no list of MCP content blocks"]);
  return `"content":${JSON.stringify(output)}`;
}

function reasons(errors: readonly ValidationError[]): readonly string[] {
  return errors.map(({ instancePath, keyword, params }) => {
    const details = Object.values(params).filter((value) => typeof value !== "object");
    return `${[keyword, ...details].join(" ")} at ${instancePath || "/"}`;
  });
}
