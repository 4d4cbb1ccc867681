/** The first requests of a run. If a target cannot be tested at all, the user gets one sentence instead of a finding for every case. */
import type { Caller } from "../calls/caller.ts";
import { printable } from "../results/verdict.ts";
import { type Answer, describeAnswer } from "../wire/answer.ts";
import type { Broken } from "../wire/reply.ts";

/** The facts about a target in these sentences. */
export interface PreflightTarget {
  /** The address of the target, or its command. */
  readonly to: string;
  readonly kind: "http" | "stdio";
  /** The path of the endpoint in the spec. */
  readonly path: string;
  redact(text: string): string;
}

/** Says why the target cannot be tested and what to do; `undefined` if it can be tested. */
export async function findObjection(target: PreflightTarget, caller: Caller): Promise<string | undefined> {
  const { answer } = caller.initialization;
  if (answer.kind === "broken") return describeSilence(answer.broken, target);
  const refusal = findRefusal(answer, target);
  if (refusal !== undefined) return refusal;
  // If the target takes no requests now, this throws an error that says so.
  if (isLimited(answer)) await caller.request("tools/list", {}, caller.allScopes);
  if (answer.kind !== "result" && !caller.isModern)
    return `${target.to} does not answer like an MCP server; the answer to initialize is: ${showAnswer(answer, target)}. ${checkAddress(target)}`;
  const { exchange } = await caller.request("tools/list", {}, caller.allScopes);
  return findRefusal(exchange.answer, target);
}

function describeSilence({ unreachable, problem }: Broken, target: PreflightTarget): string {
  return `${target.to} ${unreachable ? "cannot be reached" : "does not answer"}: ${printable(problem)}. ${checkAddress(target)}`;
}

function isLimited(answer: Answer): boolean {
  return answer.kind !== "broken" && [429, 503].includes(answer.reply.status);
}

/** Finds a refusal that every other request would get, too. */
function findRefusal(answer: Answer, target: PreflightTarget): string | undefined {
  const status = answer.kind === "broken" ? 0 : answer.reply.status;
  if (status === 401) {
    const what = "Set a valid token with every scope by --token, the variable TOKEN or a target file.";
    return `${target.to} does not accept the token: ${showAnswer(answer, target)}. ${what}`;
  }
  if (status === 403) {
    const what =
      "Use a token that may use this endpoint, and check that the server allows the host name of the address.";
    return `${target.to} forbids requests with this token: ${showAnswer(answer, target)}. ${what}`;
  }
  return undefined;
}

/** Without control characters of the server, and without a full stop, which the sentence around it has. */
function showAnswer(answer: Answer, { redact }: PreflightTarget): string {
  return printable(describeAnswer(answer, redact)).replace(/\.$/, "");
}

function checkAddress({ kind, to, path }: PreflightTarget): string {
  if (kind === "stdio") return "Run the command yourself and read its output.";
  const isOther = URL.parse(to)?.pathname !== path;
  const hint = isOther ? ` (the spec has ${path})` : "";
  return `Check the address and its path${hint}, that the server is running, and that this machine has a network connection.`;
}
