/** The log that the runtime writes to. */

/** One event: `event` is its name, the other members are facts. Never contains arguments, results or tokens. */
export interface LogEntry {
  readonly event: string;
  /** The error that was thrown, with its stack; present if there was one. */
  readonly error?: unknown;
  readonly [fact: string]: unknown;
}

/** A logger, in the shape of pino and similar libraries. */
export interface Log {
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
}
