/** The first step of a run: tokens, and a client that has opened the connection. */
import { setTimeout as delay } from "node:timers/promises";
import type { CaseFile } from "../cases/format.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { redactText } from "../results/redact.ts";
import { type Secret, secretsOf } from "../server-options/source.ts";
import { makeHookRunner, type RunHook } from "../target/hooks.ts";
import type { Target } from "../target/target.ts";
import { TokenPool } from "../target/tokens.ts";
import { UsageError } from "../usage/usage-error.ts";
import { describeAnswer } from "../wire/answer.ts";
import { connect, type McpClient } from "../wire/client.ts";
import { SessionTransport } from "../wire/sessions.ts";
import type { Transport } from "../wire/transport.ts";
import { makeSaidWaits } from "./said-waits.ts";

export interface ConnectionOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly transport: Transport;
  /** Environment variables for hooks that are commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when the user interrupts the run; the report is still written. */
  readonly signal: AbortSignal;
  /** Tells the user a sentence: what the run may draw from quotas, and what it waits for. */
  readonly say?: (sentence: string) => void;
}

export interface Connection {
  readonly transport: SessionTransport;
  readonly tokens: TokenPool;
  readonly client: McpClient;
  readonly runHook: RunHook;
  /** The number of requests with tokens before a hook ended them. */
  tokenUses(): number;
  /** Replaces tokens in a text. */
  redact(text: string): string;
}

/** @throws UsageError if the target has no token with every scope */
export async function connectTo(options: ConnectionOptions): Promise<Connection> {
  const { cases, target, environment, signal } = options;
  const transport = new SessionTransport(options.transport);
  const runHook = makeHookRunner(target, { transport: options.transport, environment });
  const secrets = secretsOfTarget(target);
  const tellWait = makeSaidWaits(options.say ?? (() => undefined), Date.now);
  let uses = 0;
  const tokens: TokenPool = new TokenPool({
    target,
    cases,
    runHook,
    now: Date.now,
    sleep(ms, until) {
      tellWait(ms, "the rate of the target allows more requests");
      return delay(ms, undefined, { signal: until });
    },
    // The connection is open by then, since cases request ended tokens.
    async use(authorization) {
      uses++;
      const { answer } = await client.request("tools/list", {}, authorization);
      return answer.kind === "result" ? undefined : describeAnswer(answer, redact);
    },
  });
  const redact = (text: string) => redactText(text, tokens.secrets, secrets);
  const first = await tokens.lease({ scopes: cases.scopes }, signal).catch(refuseWithoutToken);
  const legacy = cases.server.protocolVersions.filter((known) => known < "2026");
  const client = await connect(transport, legacy.sort().at(-1) ?? "2025-11-25", first);
  return { transport, tokens, client, runHook, tokenUses: () => uses, redact };
}

/** The values of the command line that no report may have. */
function secretsOfTarget({ url, headers = {}, environment = {} }: Target): Secret[] {
  return [
    ...(url === undefined ? [] : secretsOf({ kind: "http", url: new URL(url), headers })),
    ...secretsOf({ kind: "stdio", command: "", environment }),
  ];
}

export function refuseWithoutToken(error: unknown): never {
  if (!(error instanceof PreconditionError)) throw error;
  throw new UsageError(
    error.why === "limited"
      ? `The target cannot be tested: ${error.message}.`
      : `The spec asks for a token with every scope, and the target has none. Pass it by --token, the variable TOKEN or a target file (${error.message}).`,
  );
}
