/**
 * The codes of refusals: the built-in codes, and the codes that the generated `failures.ts` adds. An application adds its own codes,
 * for pages that are not tools, in the same way: `declare module "@toolwright/runtime" { interface FailureCodes ... }`.
 */
export interface FailureCodes {
  /** The arguments do not fit the schema of the tool. */
  invalid_input: unknown;
  /** The token lacks a scope of the tool. */
  insufficient_scope: unknown;
  /** The tool has no handler yet. */
  not_implemented: unknown;
  /** The handler threw something that is no refusal, or returned what its schema does not allow. */
  internal: unknown;
}

/** A code that a refusal may have. */
export type FailureCode = keyof FailureCodes;

/**
 * Refuses a tool call. Handlers and domain code throw it, so that transactions roll back.
 * `code` is a failure that the tool declares or one of the built-in codes; with any other code the caller gets `internal`.
 */
export class Refusal extends Error {
  /** Tells this error from others where `instanceof` cannot, as between two copies of the package. */
  override readonly name = "Refusal";
  /** The code that clients get. */
  readonly code: FailureCode;
  /** JSON-serialisable facts for programs, such as `{ required: ["forms:write"] }`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** False if repeating the call cannot help, although it can for other refusals with this code. */
  readonly retryable: false | undefined;

  /** Makes a refusal; `message` tells the model what to do next. */
  constructor(
    code: FailureCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    { retryable }: { readonly retryable?: false } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryable = retryable;
  }
}

/** Refuses a call with a code that the compiler has checked in `call.fail`, or that is known at run time only. */
export function refuse(code: string, message: string, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(code as FailureCode, message, details);
}

/** Refuses a call of a tool that has no handler yet; the generated `unimplemented.ts` calls it. */
export function notImplemented(tool: string): never {
  throw new Refusal("not_implemented", `${tool} is part of this server's interface, but not available yet.`);
}
