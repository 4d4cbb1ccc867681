/** The entry of the command `toolwright-check`. */
import { runCheck, type SpecWriter } from "./command/run.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How long what was started may take to end after a signal. */
const endingMs = 2_000;

/** Runs the command with the streams of this process, and returns its exit code. */
export async function main(args: readonly string[], writeSpec?: SpecWriter): Promise<number> {
  const ended = new AbortController();
  const onSignal = () => {
    ended.abort();
    setTimeout(() => process.exit(2), endingMs).unref();
  };
  for (const signal of signals) process.once(signal, onSignal);
  const { stdout, stderr, env } = process;
  return await runCheck(args, {
    stdout,
    stderr,
    env,
    folder: process.cwd(),
    signal: ended.signal,
    ...(writeSpec && { writeSpec }),
  });
}
