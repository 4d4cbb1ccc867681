/** The errors that end a call before its handler ends. */

/** The handler took too long, or the server is stopping. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** The client cancelled the request or disconnected. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Whether an error is the reason with which a call was abandoned. */
export function isAbandonment(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof DeadlinePassed;
}

/** Thrown when a handler waits for an answer of its client. It unwinds the handler, so that the `finally` blocks run. */
export class InputRequired extends Error {
  override readonly name = "InputRequired";
}

/** Thrown when a handler needs a capability that its client does not declare. */
export class MissingCapability extends Error {
  override readonly name = "MissingCapability";
  /** The missing capabilities, in the form in which clients declare them. */
  readonly required: Readonly<Record<string, unknown>>;

  constructor(required: Readonly<Record<string, unknown>>) {
    super(
      `This needs a client that declares ${Object.keys(required).join(" and ")} in its capabilities, and that takes event streams or speaks MCP 2026-07-28.`,
    );
    this.required = required;
  }
}
