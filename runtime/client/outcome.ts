/** What a typed call comes to: its output, or why the server refused it. */

/** The codes that every tool, resource and prompt can refuse with, without declaring them. */
export const builtInCodes = ["invalid_input", "insufficient_scope", "not_implemented", "internal"] as const;
export type BuiltInCode = (typeof builtInCodes)[number];

/** The result of one call. `ok` tells the two apart, so that the compiler asks for the refusals. */
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
   * A failure that the spec declares for the tool, or one that every tool has. `undeclared`: the server gave no code, or one
   * that this client does not know, because it is not the server of this spec or a newer one; `message` still says what happened.
   */
  readonly code: Code | BuiltInCode | "undeclared";
  /** What happened and what to do next. */
  readonly message: string;
  /** Facts for programs; empty if the server gave none. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** A refusal as an exception: of `outputOf`, and of lists that are read to their end. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly refusal: Refused<string>;

  constructor(refusal: Refused<string>) {
    super(`${refusal.tool} refused with ${refusal.code}: ${refusal.message}`);
    this.refusal = refusal;
  }
}

/**
 * The output of a call that must succeed.
 * @throws RefusedCall if it was refused
 */
export function outputOf<Output>(outcome: Outcome<Output, string>): Output {
  if (!outcome.ok) throw new RefusedCall(outcome);
  return outcome.output;
}
