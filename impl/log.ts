import { destination, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { Log, LogEntry } from "toolwright/runtime";

/** Lines that may wait do so until there are this many bytes of them, or for this long. */
const WAITING_BYTES = 4_096;
const WAITING_MS = 500;

/** Lines of JSON on standard error, see `jsonLog`. */
export function stderrLog(): Log {
  return jsonLog(2);
}

/**
 * Lines of JSON on an open file. Those of `kind: "access"`, one for each call of a tool that reads, may wait for company: a
 * system call for each costs as much as a ping. Everything else, the audit trail above all, is written at once, and what
 * waits with it. What is logged never holds arguments, answers or tokens.
 */
export function jsonLog(fd: number): Log {
  const options = {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { error: stdSerializers.err },
  };
  const output = destination({ fd, sync: true, minLength: WAITING_BYTES, periodicFlush: WAITING_MS });
  const logger = pino(options, output);
  process.once("exit", () => output.flushSync());
  const at = (level: "info" | "warn" | "error") => (entry: LogEntry) => {
    logger[level](entry);
    if (entry.kind !== "access") output.flushSync();
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
