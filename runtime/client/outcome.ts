/** The outcome of a typed call: its output, or the server's refusal. */

/** The codes that every tool, resource and prompt can refuse with, without declaring them. */
export const builtInCodes = ["invalid_input", "insufficient_scope", "not_implemented", "internal"] as const;
/** A code with which every tool, resource and prompt can refuse. */
export type BuiltInCode = (typeof builtInCodes)[number];

/** The result of one call. The compiler makes callers check `ok` before they use the output. */
export type Outcome<Output, Code extends string> = Success<Output> | Refused<Code>;

/** The result of a call that was not refused. */
export interface Success<Output> {
  /** Tells a success from a refusal. */
  readonly ok: true;
  /** The output, as the spec describes it: `structuredContent`, or the content blocks of a tool without an output schema. */
  readonly output: Output;
}

/** A tool result with `isError`, or the error of a resource or a prompt. */
export interface Refused<Code extends string> {
  /** Tells a refusal from a success. */
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
  /** Tells this error from others where `instanceof` cannot, as between two copies of the package. */
  override readonly name = "RefusedCall";
  /** The refusal that the server sent. */
  readonly refusal: Refused<string>;

  /** Makes the message from the name of the tool, the code and the message of the refusal. */
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
