import { isContent } from "../content.ts";
import type { Tool, ValidationError } from "../service.ts";
import { guardedScopes, withhold } from "./guards.ts";

/** A handler returned something that its tool does not promise. Holds where and why, never the values. */
class OutputMismatch extends Error {
  override readonly name = "OutputMismatch";
  readonly problems: readonly string[];

  constructor(tool: string, problems: readonly string[]) {
    super(`What the handler of ${tool} returned does not fit: ${problems.join("; ")}`);
    this.problems = problems;
  }
}

/**
 * Writes what the tool's handler returned as the members of a `CallToolResult` in JSON, without the braces around them and
 * without the fields that these scopes do not show. Throws OutputMismatch for an output that does not fit.
 */
export type WriteOutput = (output: unknown, scopes: ReadonlySet<string>) => string;

export function outputWriter(tool: Tool): WriteOutput {
  const { output: validate, guards } = tool;
  if (validate === undefined) return (output) => contentResult(tool, output);
  const guarded = guardedScopes(guards);
  return (output, scopes) => {
    const seesAll = guarded.every((scope) => scopes.has(scope));
    const visible = seesAll ? output : withhold(guards, scopes, output);
    if (!validate(visible)) throw new OutputMismatch(tool.name, places(validate.errors ?? []));
    const json = JSON.stringify(visible);
    return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
  };
}

function contentResult(tool: Tool, output: unknown): string {
  if (!isContent(output)) throw new OutputMismatch(tool.name, ["it is no list of MCP content blocks"]);
  return `"content":${JSON.stringify(output)}`;
}

function places(errors: readonly ValidationError[]): readonly string[] {
  return errors.map(({ instancePath, keyword, message }) => `${instancePath || "/"} ${message ?? keyword}`);
}
