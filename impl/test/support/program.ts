/** Runs the service's programs as processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const serviceProgram = fileURLToPath(new URL("../../bin/service-mcp.js", import.meta.url));

/** One of our programs in a separate process, as its users start it. */
export interface Program {
  readonly process: ChildProcess;
  /** The output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** @param name `start`, `worker` or a command of the operator */
export function start(name: string, args: string[], environment: Record<string, string>): Program {
  return startCommand(process.execPath, [serviceProgram, name, ...args], environment);
}

/** The server as people start it: npm, its shell, and in that the server. */
export function startWithNpm(environment: Record<string, string>): Program {
  return startCommand("npm", ["start"], environment);
}

function startCommand(command: string, args: string[], environment: Record<string, string>): Program {
  const process_ = spawn(command, args, {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  process_.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  process_.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    process_.on("close", (code, signal) => resolve(code ?? signal));
  });
  return { process: process_, stdout: () => stdout, stderr: () => stderr, ended };
}

/** Runs a program to its end. */
export async function run(name: string, args: string[], environment: Record<string, string>) {
  const program = start(name, args, environment);
  const code = await program.ended;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** The server in a process of its own, on a free port; ready when this resolves, killed when the test ends. */
export async function startServerProcess(environment: Record<string, string>) {
  const program = start("start", [], { PORT: "0", ...environment });
  onTestFinished(async () => {
    program.process.kill("SIGKILL");
    await program.ended;
  });
  const endpoint = await printed(program, "stderr", /"endpoint":"([^"]+)"/);
  // Waits for the last output.
  if (environment.NODE_ENV !== "production") await printed(program, "stdout", /(Stop with Ctrl)/);
  return { ...program, endpoint, token: /twp_\w+/.exec(program.stdout())?.[0] };
}

/** Waits for output that matches the pattern, and returns its group. */
export async function printed(
  program: Program,
  stream: "stdout" | "stderr",
  pattern: RegExp,
): Promise<string> {
  for (;;) {
    const match = pattern.exec(program[stream]());
    if (match) return match[1]!;
    const output = program.process[stream]!;
    const ended = program.ended.then((code) => {
      if (!pattern.test(program[stream]())) throw new Error(`Ended with ${code}: ${program.stderr()}`);
    });
    await Promise.race([once(output, "data"), ended]);
  }
}
