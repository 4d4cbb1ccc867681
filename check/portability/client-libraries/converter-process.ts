/** Runs a library of the user's project in a process of its own: libraries log, keep connections open and end processes. */
import { spawn } from "node:child_process";
import type { Outcome, Task } from "./converter-program.ts";

/** A library could not be tried out. */
export class ConverterError extends Error {
  /** The name by which code tells it from other errors. */
  override readonly name = "ConverterError";
}

const timeoutMs = 180_000;

/** In a text given with --eval, `import()` looks for packages in the working folder. */
const bootstrap = `(await import(process.argv[1])).default((name) => import(name));`;

const program = import.meta.url.replace("-process.", "-program.");

/** Lets a library convert and call the tools of a server, and list its other entries. */
export function readOutcomes(project: string, task: Task): Promise<Outcome[]> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", bootstrap, program],
    { cwd: project, stdio: ["ignore", "ignore", "pipe", "ipc"] },
  );
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-2_000);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>();
  child.once("message", (message) => resolve(JSON.parse(String(message))));
  child.once("error", reject);
  child.once("close", () => {
    const lines = stderr.trim().split("\n");
    const why = lines.findLast((line) => line.includes("Error")) ?? lines.at(-1);
    reject(new ConverterError(`${task.name} could not be run: ${why}`));
  });
  child.send(JSON.stringify(task));
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill("SIGKILL");
  });
}
