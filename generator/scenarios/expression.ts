/** Reads expressions of scenarios (Arazzo 1.0, "Runtime Expressions"). */
import type { Expression } from "@toolwright/conformance/cases";
import { parseDuration } from "./duration.ts";

/** Members of a tool's result that expressions may name. */
const resultMembers = ["structuredContent", "file", "content", "isError", "_meta"] as const;
type ResultMember = Extract<Expression, { readonly from: "result" }>["member"];

const start = /^\$(inputs|steps|result|request|item|now)\b/;
const name = "[\\p{L}\\p{N}_-]+";
const forms = {
  inputs: new RegExp(`^\\$inputs\\.(${name})$`, "u"),
  steps: new RegExp(`^\\$steps\\.(${name})\\.outputs\\.(${name})$`, "u"),
  request: /^\$request\.body(?:#(\/.*))?$/u,
  item: /^\$item#(\/.*)$/u,
  now: /^\$now([+-].*)?$/u,
  result: new RegExp(`^\\$result\\.(${resultMembers.join("|")})(?:#(/.*))?$`, "u"),
};

/** Text that looks like an expression, such as `$outputs.id` or `$response.body#/id`, is probably not meant as literal text. */
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
  const request = forms.request.exec(text);
  if (request) return { from: "request", pointer: request[1] ?? "" };
  const item = forms.item.exec(text);
  if (item) return { from: "item", pointer: item[1]! };
  const now = forms.now.exec(text);
  const seconds = now && (now[1] === undefined ? 0 : parseDuration(now[1]));
  if (seconds !== null && seconds !== undefined) return { from: "now", seconds };
  const result = forms.result.exec(text);
  return result ? { from: "result", member: result[1] as ResultMember, pointer: result[2] ?? "" } : undefined;
}
