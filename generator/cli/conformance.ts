import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Runs the conformance suite. It is a program of its own that shares nothing with the generator but this command, so that it
 * judges by the cases alone.
 */
export async function conformanceProgram(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [suiteProgram(), ...args], { stdio: "inherit" });
  // Ctrl-C reaches both processes, and the suite then ends with a report. A SIGTERM reaches this process alone, so it is passed on.
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

function suiteProgram(): string {
  const manifest = fileURLToPath(import.meta.resolve("@toolwright/conformance/package.json"));
  return join(dirname(manifest), "bin", "toolwright-conformance.js");
}
