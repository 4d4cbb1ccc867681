import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The command `conformance`: starts the conformance suite as a process of its own. The suite shares no code with the generator,
 * so that it judges a server by the cases alone.
 */
export async function command(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [suiteProgram(), ...args], { stdio: "inherit" });
  // From a terminal, Ctrl-C reaches both processes. The suite counts signals within a second as one, and ends with a report.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code ?? 2;
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}

function suiteProgram(): string {
  const manifest = fileURLToPath(import.meta.resolve("@toolwright/conformance/package.json"));
  return join(dirname(manifest), "bin", "toolwright-conformance.js");
}
