import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";

/** The suite, built beside the generator as it lies beside it in the sources. */
const suite = join(import.meta.dirname, "..", "..", "conformance", `cli${extname(import.meta.filename)}`);

/**
 * Runs the conformance suite. It is a program of its own that shares nothing with the generator but this door, so that it
 * judges by the cases alone.
 */
export async function conformanceProgram(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, suite, ...args], { stdio: "inherit" });
  // Ctrl-C reaches both, and the suite then ends with a report; what is sent to this process alone is passed on.
  const ignored = () => undefined;
  const passedOn = () => child.kill("SIGTERM");
  process.on("SIGINT", ignored).on("SIGTERM", passedOn);
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code ?? 2;
  } finally {
    process.off("SIGINT", ignored).off("SIGTERM", passedOn);
  }
}
