import type { Log } from "@toolwright/runtime";

/** A line of JSON on stderr for each thing that happens. */
export const log: Log = {
  info: (entry) => write("info", entry),
  warn: (entry) => write("warn", entry),
  error: (entry) => write("error", entry),
};

function write(level: string, { error, ...facts }: Parameters<Log["info"]>[0]): void {
  const stack = error instanceof Error ? error.stack : error;
  process.stderr.write(
    `${JSON.stringify({ level, time: new Date().toISOString(), ...facts, error: stack })}\n`,
  );
}
