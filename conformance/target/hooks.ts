/** Runs the hooks of a target: commands for actions that no tool offers, such as creating a token. */
import { type SpawnOptions, spawn } from "node:child_process";
import { type Json, parseJson } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import { requireHookAnswer } from "./hook-answers.ts";
import { resolveProgram } from "./program.ts";
import type { HookName, Target } from "./target.ts";

/** Runs one hook: JSON on standard input, JSON on standard output. */
export type RunHook = (hook: HookName, input: { readonly [name: string]: Json }) => Promise<Json>;

const timeoutMs = 60_000;

/**
 * Creates the function that runs hooks. They run in the folder of the target file. `environment` is added to the suite's own. The
 * promise rejects with a UsageError if a hook fails or prints an invalid answer.
 */
export function makeHookRunner(
  { hooks = {}, folder }: Target,
  environment: Readonly<Record<string, string>>,
): RunHook {
  return async (hook, input) => {
    const command = hooks[hook];
    if (command === undefined) throw new UsageError(`The target has no hook ${hook}.`);
    const answer = await runCommand(hook, command, JSON.stringify({ hook, ...input }), {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    requireHookAnswer(hook, answer);
    return answer;
  };
}

export function hasHook({ hooks = {} }: Target, hook: string): boolean {
  return Object.hasOwn(hooks, hook);
}

function runCommand(
  hook: HookName,
  [program, ...args]: readonly string[],
  input: string,
  options: Pick<SpawnOptions, "cwd" | "env">,
): Promise<Json> {
  return new Promise((resolve, reject) => {
    const child = spawn(resolveProgram(program!), args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const fail = (what: string) =>
      reject(new UsageError(`The hook ${hook} ${what}. ${output.stderr.trim()}`.trim()));
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) return fail(`ended with ${code ?? signal}`);
      const printed = parseJson(output.stdout.trim() || "null");
      return printed === undefined ? fail("printed something other than JSON") : resolve(printed);
    });
    // A hook may exit without reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${input}\n`);
  });
}
