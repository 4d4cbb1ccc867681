/** The log that the runtime writes to. */

/** One event: `event` is its name, the other members are facts. Never contains arguments, results or tokens. */
export interface LogEntry {
  readonly event: string;
  /** What was thrown, with its stack; present when something went wrong. */
  readonly error?: unknown;
  readonly [fact: string]: unknown;
}

/** A logger, in the shape of pino and similar libraries. */
export interface Log {
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
}
