/** Runs the hooks of a target: actions that no tool offers, such as creating a token. */
import { type Json, parseJson } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import { httpTransport } from "../wire/http.ts";
import { isBroken } from "../wire/reply.ts";
import type { Transport, WireRequest } from "../wire/transport.ts";
import { hasError, requireHookAnswer } from "./hook-answers.ts";
import { runCommand } from "./hook-command.ts";
import type { HookName, Target } from "./target.ts";

/** Runs one hook: a JSON object in, JSON out. */
export type RunHook = (hook: HookName, input: { readonly [name: string]: Json }) => Promise<Json>;

export interface HookParts {
  /** The connection to the target. Hooks at its origin use it, with its headers and certificates. */
  readonly transport: Transport;
  /** Variables for commands, in addition to the suite's own and TARGET_URL. */
  readonly environment: Readonly<Record<string, string>>;
}

const limits = { timeoutMs: 60_000, maxBytes: 16 * 1024 * 1024 };

/**
 * Creates the function that runs hooks. Commands run in the folder of the target file. The promise rejects with a UsageError if a hook
 * fails or gives an invalid answer.
 */
export function makeHookRunner(
  { hooks = {}, folder }: Pick<Target, "hooks" | "folder">,
  { transport, environment }: HookParts,
): RunHook {
  const env = { ...process.env, ...environment, TARGET_URL: transport.to };
  return async (hook, input) => {
    const how = hooks[hook];
    if (how === undefined) throw new UsageError(`The target has no hook ${hook}.`);
    const question = JSON.stringify({ hook, ...input });
    const answer =
      typeof how === "string"
        ? await post(hook, how, question, transport)
        : await runCommand({ hook, command: how, input: question, options: { cwd: folder, env } });
    requireHookAnswer(hook, answer);
    return answer;
  };
}

export function hasHook({ hooks = {} }: Pick<Target, "hooks">, hook: string): boolean {
  return Object.hasOwn(hooks, hook);
}

/** Sends a question to an address, which may be relative to the endpoint of the target. */
async function post(hook: HookName, address: string, question: string, transport: Transport): Promise<Json> {
  const endpoint = transport.kind === "http" ? transport.to : undefined;
  if (!URL.canParse(address, endpoint))
    throw new UsageError(
      `The hook ${hook} is the path ${address}, but the target has no address. Write the whole URL, or a command.`,
    );
  const url = new URL(address, endpoint);
  const isOfTarget = endpoint !== undefined && new URL(endpoint).origin === url.origin;
  // Another origin gets no headers of the target, which may have secrets.
  const at = isOfTarget ? transport : httpTransport({ url, limits, parallel: 1 });
  const reply = await at.send({ ...requestWith(question), path: `${url.pathname}${url.search}` });
  if (!isOfTarget) at.close();
  const fail = (what: string) => new UsageError(`The hook ${hook} at ${url.origin}${url.pathname} ${what}.`);
  if (isBroken(reply)) throw fail(`gave no answer: ${reply.problem}`);
  const answer = parseJson(reply.body.trim() || "null");
  const isAnswer = answer !== undefined && (isSuccess(reply.status) || hasError(answer));
  if (isAnswer) return answer;
  throw fail(
    isSuccess(reply.status)
      ? "answered with something other than JSON"
      : `answered with HTTP ${reply.status}`,
  );
}

function requestWith(body: string): WireRequest {
  return { body, headers: { "Content-Type": "application/json", Accept: "application/json" } };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
