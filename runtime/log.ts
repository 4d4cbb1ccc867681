/** One thing that happened: `event` names it, the rest are facts. Never holds arguments, results or tokens. */
export interface LogEntry {
  readonly event: string;
  /** What was thrown, with its stack; present when something went wrong. */
  readonly error?: unknown;
  readonly [fact: string]: unknown;
}

/** Where the runtime reports to. Its shape is the one of pino and its kin. */
export interface Log {
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
}
