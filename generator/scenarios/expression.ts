/**
 * Reads the references in a scenario: runtime expressions in the manner of Arazzo 1.0 (section "Runtime Expressions"), with the
 * members of an MCP `CallToolResult` in place of an HTTP response.
 */
import type { Expression } from "@toolwright/conformance/cases";

/** Members of a tool's result that expressions may name. */
const resultMembers = ["structuredContent", "content", "isError", "_meta"] as const;
type ResultMember = Extract<Expression, { readonly from: "result" }>["member"];

const start = /^\$(inputs|steps|result)\b/;
const name = "[\\p{L}\\p{N}_-]+";
const forms = {
  inputs: new RegExp(`^\\$inputs\\.(${name})$`, "u"),
  steps: new RegExp(`^\\$steps\\.(${name})\\.outputs\\.(${name})$`, "u"),
  result: new RegExp(`^\\$result\\.(${resultMembers.join("|")})(?:#(/.*))?$`, "u"),
};

/** What is written like an expression, such as `$outputs.id` or `$response.body#/id`, is no literal text by intent. */
const lookalike = /^\$\p{L}[\p{L}\p{N}_]*[.#][^\s]*$/u;

/** Whether a text is an expression, valid or not. Other texts are literal values. */
export function isExpression(text: unknown): text is string {
  return typeof text === "string" && (start.test(text) || lookalike.test(text));
}

/** Reads an expression. @returns `undefined` if it is none. */
export function parseExpression(text: string): Expression | undefined {
  const inputs = forms.inputs.exec(text);
  if (inputs) return { from: "inputs", name: inputs[1]! };
  const steps = forms.steps.exec(text);
  if (steps) return { from: "steps", step: steps[1]!, output: steps[2]! };
  const result = forms.result.exec(text);
  return result ? { from: "result", member: result[1] as ResultMember, pointer: result[2] ?? "" } : undefined;
}
