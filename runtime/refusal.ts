/**
 * A handler's or the domain's way to say no. Thrown, so that transactions roll back.
 * `code` must be a failure that the tool declares (or one of the built-in codes), else the caller sees `internal`.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  /** JSON-serialisable facts that a program can act on, such as `{ required: ["forms:write"] }`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What generated `unimplemented.ts` stands on: the tool exists, its handler does not yet. */
export function notImplemented(tool: string): never {
  throw new Refusal("not_implemented", `${tool} is part of this server's interface, but not available yet.`);
}
