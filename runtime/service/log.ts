/** The log that the runtime writes to. */

/** One event: `event` is its name, the other members are facts. Never contains arguments, results or tokens. */
export interface LogEntry {
  /** The name of the event, such as `tool_call_broke`. */
  readonly event: string;
  /** The error that was thrown, with its stack; present if there was one. */
  readonly error?: unknown;
  /** Facts about the event, such as `requestId`. */
  readonly [fact: string]: unknown;
}

/** A logger, in the shape of pino and similar libraries. */
export interface Log {
  /** Records that something happened as it should. */
  info(entry: LogEntry): void;
  /** Records that a client or a deployment does something wrong. */
  warn(entry: LogEntry): void;
  /** Records an error that the operator has to look at. */
  error(entry: LogEntry): void;
}
