/** Runs the command in this process, without variables of the environment. */
import { runCheck } from "../../command/run.ts";

export interface Ended {
  /** The exit code. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
}

export async function runIn(folder: string, args: readonly string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const before = performance.now();
  const code = await runCheck(args, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    env: {},
    folder,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - before) / 1_000;
  return { code, out: out.join(""), err: err.join(""), seconds };
}
