/** The outcome of a typed call: its output, or the server's refusal. */

/** The codes that every tool, resource and prompt can refuse with, without declaring them. */
export const builtInCodes = ["invalid_input", "insufficient_scope", "not_implemented", "internal"] as const;
export type BuiltInCode = (typeof builtInCodes)[number];

/** The result of one call. The compiler makes callers check `ok` before they use the output. */
export type Outcome<Output, Code extends string> = Success<Output> | Refused<Code>;

export interface Success<Output> {
  readonly ok: true;
  readonly output: Output;
}

/** A tool result with `isError`, or the error of a resource or a prompt. */
export interface Refused<Code extends string> {
  readonly ok: false;
  /** Name of the tool, resource or prompt. */
  readonly tool: string;
  /**
   * A failure that the spec declares for the tool, or a failure that every tool has. `undeclared`: the server sent no code, or a code
   * that this client does not know, because the server has another spec or a newer version of it. `message` still says what happened.
   */
  readonly code: Code | BuiltInCode | "undeclared";
  /** A text that says what happened and what to do next. */
  readonly message: string;
  /** Facts for programs; empty if the server sent none. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** The exception for a refusal. `outputOf` throws it, and so do the methods that read a list to its end. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly refusal: Refused<string>;

  constructor(refusal: Refused<string>) {
    super(`${refusal.tool} refused with ${refusal.code}: ${refusal.message}`);
    this.refusal = refusal;
  }
}

/**
 * Returns the output of a call that must succeed.
 * @throws RefusedCall if it was refused
 */
export function outputOf<Output>(outcome: Outcome<Output, string>): Output {
  if (!outcome.ok) throw new RefusedCall(outcome);
  return outcome.output;
}
