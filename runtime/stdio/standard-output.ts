/** Keeps standard output for the protocol: other output of the process goes to standard error. */
import type { Writable } from "node:stream";
import type { Log } from "../service/log.ts";

/** The output of a server. */
export interface ProtocolOutput {
  /** Writes a message to the output. */
  write(text: string): void;
  /** Lets other code write to it again. */
  release(): void;
}

/**
 * Takes an output for the protocol. If it is standard output, what handlers and libraries write there (`console.log`) goes to standard
 * error, since a client would read it as a message. The first time, the log gets a warning.
 */
export function takeOutput(output: Writable, log: Log): ProtocolOutput {
  const { stdout, stderr } = process;
  const write = output.write.bind(output);
  if (output !== stdout) return { write, release: () => undefined };
  const { write: original } = stdout;
  let hasWarned = false;
  stdout.write = new Proxy(stderr.write, {
    apply(writeError, _, args: Parameters<typeof stderr.write>) {
      if (!hasWarned) {
        hasWarned = true;
        const error = new Error(
          "Code of the server writes to standard output, which carries the protocol. It goes to standard error: use console.error.",
        );
        log.warn({ event: "stdout_written", error });
      }
      return Reflect.apply(writeError, stderr, args);
    },
  });
  return {
    write,
    release() {
      stdout.write = original;
    },
  };
}
