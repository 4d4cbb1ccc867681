/** Checks every answer that is not a success: its form, its code, and what it reveals. */
import { type CaseFile, findCalled } from "../cases/format.ts";
import type { Exchange } from "../wire/client.ts";
import { leakIn } from "./leaks.ts";
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

/** The problems of an answer that is not a success. */
export function problemsOfRefusal(
  tool: string,
  { answer, request }: Exchange,
  outcome: Outcome,
  { cases, secrets, hasCodes, isLocal }: RefusalOptions,
): Observation {
  const body = answer.kind === "broken" ? (answer.broken.body ?? "") : answer.reply.body;
  const leak = leakIn(withEscapesResolved(body), request.body ?? "", secrets, { isLocal });
  const clean = leak === undefined ? undefined : `an error that reveals ${leak}`;
  if (outcome.is !== "refusal") return { clean };
  return {
    clean,
    form:
      problemOfForm(outcome, cases) ??
      (hasCodes && outcome.code === undefined ? "a refusal without a code" : undefined),
    ...(outcome.code !== undefined && { declared: problemOfCode(tool, outcome.code, cases) }),
  };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/**
 * The body with its JSON escapes resolved, also those of JSON inside strings, so that the leak patterns match the
 * plain text.
 */
function withEscapesResolved(body: string): string {
  const once = unescaped(body);
  return once === body ? body : `${once}\n${unescaped(once)}`;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, code?: string, letter = "") =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function problemOfForm(
  { result, text, code }: Extract<Outcome, { is: "refusal" }>,
  { failures }: CaseFile,
): string | undefined {
  if (text.trim() === "") return "a refusal without a text";
  if (result.structuredContent !== undefined) return "a refusal with structuredContent";
  const declared =
    code !== undefined && Object.hasOwn(failures, code) ? failures[code]!.retryable : undefined;
  const failure = failureMetadata(result);
  if (failure === undefined) return undefined;
  const { retryable: said } = failure;
  if (typeof said !== "boolean") return "a refusal without retryable";
  // A server may know of a single refusal that a retry cannot help, so `false` is right for every code.
  if (declared === undefined || said === declared || !said) return undefined;
  return `retryable: true for ${code}, which the spec declares not worth a retry`;
}

function problemOfCode(tool: string, code: string, cases: CaseFile): string | undefined {
  const allowed = [...findCalled(cases, tool).failures, ...builtInCodes];
  return allowed.includes(code) ? undefined : `the code ${code}, which ${tool} does not declare`;
}
