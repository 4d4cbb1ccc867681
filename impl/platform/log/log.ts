/** The log of the service: lines of JSON on standard error. */
import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import type { Log, LogEntry } from "@toolwright/runtime";
import { pino, stdSerializers } from "pino";
import { lineOutput } from "./line-output.ts";

/** Access lines are buffered up to this many characters, and at most for this long. */
const MAX_BUFFERED_CHARACTERS = 16_384;
const FLUSH_INTERVAL_MS = 250;

/** Lines of JSON on standard error, see `jsonLog`. */
export function stderrLog(): Log {
  return jsonLog(withoutWaiting(2));
}

/**
 * Makes writes to a pipe or a socket fail instead of waiting: a stalled reader would stop the whole process. A pipe is opened
 * again, which is impossible for a socket. A file is not changed: opened again it would have its own position, and standard
 * output to the same file would overwrite the log.
 */
function withoutWaiting(fd: number): number {
  try {
    keepSocketFromWaiting(fd);
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

let nonBlocking: Socket | undefined;

/** Makes writes to a socket, such as the one of systemd's journal, fail instead of waiting. */
function keepSocketFromWaiting(fd: number): void {
  // Creating this object changes the socket; the object is not used otherwise.
  if (fstatSync(fd).isSocket()) nonBlocking = new Socket({ fd, readable: false, writable: true });
  nonBlocking?.unref();
}

/**
 * Lines of JSON on an open file. Those of `kind: "access"`, one for each call of a tool that reads, are buffered,
 * because a system call for each costs as much as a ping. Everything else, above all the audit trail, is written
 * immediately, after the buffered lines. Log lines never contain arguments, answers or tokens.
 */
export function jsonLog(fd: number): Log {
  const time = timeOfLines();
  const output = lineOutput(
    (bytes) => writeSync(fd, bytes),
    (lines) => `{"level":"error","time":"${time()}","event":"log_lines_lost","lines":${lines}}\n`,
  );
  const options = {
    base: null,
    timestamp: () => `,"time":"${time()}"`,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { error: withoutDetails },
  };
  const logger = pino(options, { write: (line: string) => output.write(line) });
  let buffered = "";

  const flush = () => {
    const lines = buffered;
    buffered = "";
    if (lines !== "") output.write(lines);
  };
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.once("exit", () => {
    flush();
    output.end();
  });

  const immediately = (level: "info" | "warn" | "error") => (entry: LogEntry) => {
    flush();
    logger[level](entry);
  };
  const info = immediately("info");
  return {
    info(entry) {
      if (entry.kind !== "access") return info(entry);
      // The same format as pino's, which takes several times as long because it accepts any shape.
      buffered += `{"level":"info","time":"${time()}",${JSON.stringify(entry).slice(1)}\n`;
      if (buffered.length >= MAX_BUFFERED_CHARACTERS) flush();
    },
    warn: immediately("warn"),
    error: immediately("error"),
  };
}

/** The time in ISO 8601. Cached, because many lines of a busy server fall into the same millisecond. */
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
 * Type, message, stack and code of an error and its causes. Libraries attach more, such as the values of a query or
 * the prompt of a model, which may be personal data.
 */
function withoutDetails(error: Error): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code };
}
