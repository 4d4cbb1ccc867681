import { writeSync } from "node:fs";
import type { Log, LogEntry } from "@toolwright/runtime";
import { pino, stdSerializers } from "pino";
import { lineOutput } from "./line-output.ts";

/** Lines that may wait do so until there are this many characters of them, or for this long. */
const MAX_BUFFERED_CHARACTERS = 16_384;
const FLUSH_INTERVAL_MS = 250;

/** Lines of JSON on standard error, see `jsonLog`. */
export function stderrLog(): Log {
  return jsonLog(2);
}

/**
 * Lines of JSON on an open file. Those of `kind: "access"`, one for each call of a tool that reads, may wait for company: a
 * system call for each costs as much as a ping. Everything else, the audit trail above all, is written at once, behind what
 * waits. What is logged never holds arguments, answers or tokens.
 */
export function jsonLog(fd: number): Log {
  const time = timeOfLines();
  const write = lineOutput(
    (bytes) => writeSync(fd, bytes),
    (lines) => `{"level":"error","time":"${time()}","event":"log_lines_lost","lines":${lines}}\n`,
  );
  const options = {
    base: null,
    timestamp: () => `,"time":"${time()}"`,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { error: withoutDetails },
  };
  const logger = pino(options, { write });
  let buffered = "";

  const flush = () => {
    const lines = buffered;
    buffered = "";
    if (lines !== "") write(lines);
  };
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.once("exit", flush);

  const immediately = (level: "info" | "warn" | "error") => (entry: LogEntry) => {
    flush();
    logger[level](entry);
  };
  const info = immediately("info");
  return {
    info(entry) {
      if (entry.kind !== "access") return info(entry);
      // As pino writes it, which takes several times as long: its lines can be of any shape, these are facts.
      buffered += `{"level":"info","time":"${time()}",${JSON.stringify(entry).slice(1)}\n`;
      if (buffered.length >= MAX_BUFFERED_CHARACTERS) flush();
    },
    warn: immediately("warn"),
    error: immediately("error"),
  };
}

/** The time in ISO 8601. Many lines of a busy server are of the same millisecond. */
function timeOfLines(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) text = new Date(now).toISOString();
    at = now;
    return text;
  };
}

/**
 * What an error says of itself and of its causes. Libraries hang more on it, such as the values that a database refused or
 * the prompt that a model was sent, and those are somebody's.
 */
function withoutDetails(error: Error): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code };
}
