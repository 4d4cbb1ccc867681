/** The first requests of a run: a target that cannot be tested at all is one sentence, not a finding for every case. */
import type { Caller } from "../calls/caller.ts";
import { type Answer, describeAnswer } from "../wire/answer.ts";
import type { Broken } from "../wire/reply.ts";
import { modernRequest } from "../wire/request-metadata.ts";

/** What the sentences name. */
export interface PreflightTarget {
  /** The address of the target, or its command. */
  readonly to: string;
  readonly kind: "http" | "stdio";
  /** The path of the endpoint in the spec. */
  readonly path: string;
  redact(text: string): string;
}

/** Why the target cannot be tested, and what to do about it; `undefined` if it can. */
export async function objectionTo(target: PreflightTarget, caller: Caller): Promise<string | undefined> {
  const { answer } = caller.initialization;
  if (answer.kind === "broken") return silence(answer.broken, target);
  const refusal = findRefusal(answer, target);
  if (refusal !== undefined) return refusal;
  if (answer.kind !== "result" && !(await servesWithoutHandshake(target, caller)))
    return `${target.to} does not answer as an MCP server: ${shown(answer, target)}, to initialize. ${checkAddress(target)}`;
  const { exchange } = await caller.request("tools/list", {}, caller.allScopes);
  return findRefusal(exchange.answer, target);
}

function silence({ unreachable, problem }: Broken, target: PreflightTarget): string {
  return `${target.to} ${unreachable ? "cannot be reached" : "does not answer"}: ${problem}. ${checkAddress(target)}`;
}

/** Servers since 2026 need not know `initialize`. */
async function servesWithoutHandshake({ kind }: PreflightTarget, caller: Caller): Promise<boolean> {
  if (kind === "stdio") return false;
  for (const method of ["server/discover", "tools/list"]) {
    const { exchange } = await caller.send(modernRequest(method), caller.allScopes, "alone");
    if (exchange.answer.kind === "result") return true;
  }
  return false;
}

/** A refusal that every other request would meet, too. */
function findRefusal(answer: Answer, target: PreflightTarget): string | undefined {
  const status = answer.kind === "broken" ? 0 : answer.reply.status;
  if (status === 401) {
    const what = "Give a valid token with every scope, with --token, the variable TOKEN or a target file.";
    return `${target.to} does not accept the token: ${shown(answer, target)}. ${what}`;
  }
  if (status === 403) {
    const what =
      "Give a token that may use this endpoint, and check that the server knows the host name of the address.";
    return `${target.to} forbids requests with this token: ${shown(answer, target)}. ${what}`;
  }
  return undefined;
}

function shown(answer: Answer, { redact }: PreflightTarget): string {
  return describeAnswer(answer, redact);
}

function checkAddress({ kind, to, path }: PreflightTarget): string {
  if (kind === "stdio") return "Run the command by hand and see what it prints.";
  const isOther = URL.parse(to)?.pathname !== path;
  const hint = isOther ? ` (the spec has ${path})` : "";
  return `Check the address and its path${hint}, and that the server runs and this machine has a network.`;
}
