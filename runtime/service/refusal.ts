/**
 * Refuses a tool call. Handlers and domain code throw it, so that transactions roll back.
 * `code` is a failure that the tool declares or one of the built-in codes; with any other code the caller gets `internal`.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  /** JSON-serialisable facts for programs, such as `{ required: ["forms:write"] }`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** False: repeating the call cannot help, although it can for other refusals with this code. */
  readonly retryable: false | undefined;

  constructor(
    code: string,
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

/** Refuses a call of a tool that has no handler yet; the generated `unimplemented.ts` calls it. */
export function notImplemented(tool: string): never {
  throw new Refusal("not_implemented", `${tool} is part of this server's interface, but not available yet.`);
}
