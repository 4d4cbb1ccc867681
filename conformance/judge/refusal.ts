/** Checks every answer that is not a success: its form, its code, and that it reveals no internal details. */
import { type CaseFile, findCalled } from "../cases/format.ts";
import type { Exchange } from "../wire/client.ts";
import { findLeak } from "./leaks.ts";
import type { Observation } from "./observation.ts";
import { builtInCodes, failureMetadata, type Outcome } from "./outcome.ts";

export interface RefusalOptions {
  readonly cases: CaseFile;
  readonly secrets: ReadonlySet<string>;
  /** Whether every refusal of the target must have a code. */
  readonly hasCodes: boolean;
  /** Whether the target is a process of the user. */
  readonly isLocal: boolean;
}

/** Finds the problems of an answer that is not a success. */
export function findRefusalProblems(
  tool: string,
  { answer, request }: Exchange,
  outcome: Outcome,
  { cases, secrets, hasCodes, isLocal }: RefusalOptions,
): Observation {
  const body = answer.kind === "broken" ? (answer.broken.body ?? "") : answer.reply.body;
  const leak = findLeak(resolveNestedEscapes(body), request.body ?? "", secrets, { isLocal });
  const clean = leak === undefined ? undefined : `an error that reveals ${leak}`;
  if (outcome.is !== "refusal") return { clean };
  return {
    clean,
    form: findFormProblem(outcome, cases) ?? (hasCodes ? findPromisedForm(outcome) : undefined),
    ...(isOutputRefusal(outcome.text) && { fits: `a refusal of its own result: ${outcome.text}` }),
    ...(outcome.code !== undefined && { declared: findCodeProblem(tool, outcome.code, cases) }),
  };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/**
 * Resolves the JSON escapes of a body, also those of JSON inside strings, so that the leak patterns match the plain text.
 */
function resolveNestedEscapes(body: string): string {
  const once = resolveEscapes(body);
  return once === body ? body : `${once}\n${resolveEscapes(once)}`;
}

function resolveEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, code?: string, letter = "") =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function findFormProblem(
  { result, text, code }: Extract<Outcome, { is: "refusal" }>,
  { failures }: CaseFile,
): string | undefined {
  if (text.trim() === "") return "a refusal without a text";
  const declared =
    code !== undefined && Object.hasOwn(failures, code) ? failures[code]!.retryable : undefined;
  const failure = failureMetadata(result);
  if (failure === undefined) return undefined;
  const { retryable: said } = failure;
  if (typeof said !== "boolean") return "a refusal without retryable";
  // A server may know that a retry cannot help after this refusal, so `false` is valid for every code.
  if (declared === undefined || said === declared || !said) return undefined;
  return `retryable: true for ${code}, which the spec declares not worth a retry`;
}

/** Finds a breach of what generated servers promise beyond MCP, which lets a refusal have `structuredContent`. */
function findPromisedForm({ result, code }: Extract<Outcome, { is: "refusal" }>): string | undefined {
  if (result.structuredContent !== undefined) return "a refusal with structuredContent";
  return code === undefined ? "a refusal without a code" : undefined;
}

function findCodeProblem(tool: string, code: string, cases: CaseFile): string | undefined {
  const allowed = [...findCalled(cases, tool).failures, ...builtInCodes];
  return allowed.includes(code) ? undefined : `the code ${code}, which ${tool} does not declare`;
}

/**
 * Whether a refusal reports a result that does not fit the output schema. The SDKs 1.x and 2.x check the results of handlers and
 * refuse a call with this text if one is wrong: then the error is in the server, not in the arguments.
 */
export function isOutputRefusal(text: string): boolean {
  return /^(MCP error -\d+: )?Output validation error: /.test(text);
}
