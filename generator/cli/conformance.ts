import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The command `conformance`: starts the conformance suite as a process of its own. The suite shares no code with the generator,
 * so that it judges a server by the cases alone.
 */
export async function command(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [suiteProgram(), ...args], { stdio: "inherit" });
  // Ctrl-C reaches both processes, and the suite then ends with a report. SIGTERM reaches only this process, so it is forwarded.
  const ignore = () => undefined;
  const forward = () => child.kill("SIGTERM");
  process.on("SIGINT", ignore).on("SIGTERM", forward);
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code ?? 2;
  } finally {
    process.off("SIGINT", ignore).off("SIGTERM", forward);
  }
}

function suiteProgram(): string {
  const manifest = fileURLToPath(import.meta.resolve("@toolwright/conformance/package.json"));
  return join(dirname(manifest), "bin", "toolwright-conformance.js");
}
