/** The entry of the command `toolwright-check`. */
import { runCheck } from "./command/run.ts";

/** Runs the command with the streams of this process, and returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const ended = new AbortController();
  const onSignal = () => ended.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  const { stdout, stderr, env } = process;
  return await runCheck(args, { stdout, stderr, env, folder: process.cwd(), signal: ended.signal });
}
