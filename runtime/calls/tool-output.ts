/** Checks and serialises what handlers return. */
import { writeOutput } from "../layout/write-layout.ts";
import type { Envelope } from "../messages/envelope.ts";
import { isContent } from "../service/content.ts";
import type { Operation, Tool, Validate, ValidationError } from "../service/service.ts";
import { type Beside, getBeside } from "../service/with-content.ts";
import { redact, redactionScopes } from "./redaction.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A handler returned output that does not fit its tool's schema. Contains paths and reasons, never values. */
export class OutputMismatch extends Error {
  override readonly name = "OutputMismatch";
  readonly problems: readonly string[];

  constructor(tool: string, problems: readonly string[]) {
    super(`The output of the handler of ${tool} is invalid: ${problems.join("; ")}`);
    this.problems = problems;
  }
}

/**
 * Serialises a handler's output as a `CallToolResult`. Removes the fields for which the caller lacks a scope. Throws OutputMismatch if
 * the output does not fit the schema.
 */
export type WriteOutput = (
  output: unknown,
  scopes: ReadonlySet<string>,
  request: Pick<ToolRequest, "envelope" | "uri">,
) => string;

export function outputWriter(tool: Tool): WriteOutput {
  if (tool.output === undefined)
    return (output, _, { envelope }) => `${envelope.openingJson}"content":${contentJson(tool, output)}}`;
  const select = visibleOutput(tool, tool.output);
  const { outputAs } = tool;
  return (output, scopes, { envelope }) => {
    const visible = select(output, scopes);
    const beside = getBeside(output);
    const text = outputAs === undefined ? JSON.stringify(visible) : writeOutput(outputAs, visible);
    const content = beside?.content
      ? contentJson(tool, beside.content)
      : `[{"type":"text","text":${JSON.stringify(text)}}]`;
    const structured = outputAs === undefined ? `,"structuredContent":${text}` : "";
    return `${opening(envelope, beside)}"content":${content}${structured}}`;
  };
}

/** Creates the function that checks an output and serialises it without the fields for which the caller lacks a scope. */
export function outputJson(
  operation: Operation,
  validate: Validate,
): (output: unknown, scopes: ReadonlySet<string>) => string {
  const select = visibleOutput(operation, validate);
  return (output, scopes) => JSON.stringify(select(output, scopes));
}

/** Creates the function that checks an output, and returns it without the fields for which the caller lacks a scope. */
function visibleOutput(
  { name, redaction }: Operation,
  validate: Validate,
): (output: unknown, scopes: ReadonlySet<string>) => unknown {
  const neededScopes = redactionScopes(redaction);
  return (output, scopes) => {
    const seesAll = neededScopes.every((scope) => scopes.has(scope));
    const visible = seesAll ? output : redact(redaction, scopes, output);
    if (!validate(visible)) throw new OutputMismatch(name, reasons(validate.errors ?? []));
    return visible;
  };
}

function contentJson(tool: Tool, content: unknown): string {
  if (!isContent(content)) throw new OutputMismatch(tool.name, ["it is not a list of MCP content blocks"]);
  return JSON.stringify(content);
}

/** Returns the start of a result whose `_meta` has members of the handler. The handler cannot replace members of the runtime. */
function opening({ openingJson, members, meta }: Envelope, beside: Beside | undefined): string {
  if (beside?.meta === undefined) return openingJson;
  return `${JSON.stringify({ ...members, _meta: { ...beside.meta, ...meta } }).slice(0, -1)},`;
}

function reasons(errors: readonly ValidationError[]): readonly string[] {
  return errors.map(({ instancePath, keyword, params }) => {
    const details = Object.values(params).filter((value) => typeof value !== "object");
    return `${[keyword, ...details].join(" ")} at ${instancePath || "/"}`;
  });
}
