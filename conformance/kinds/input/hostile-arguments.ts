/** Judges the cases of kind errors: hostile arguments, and what refusals reveal. */
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Context } from "../../calls/context.ts";
import type { ErrorCase } from "../../cases/format.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { failedCall, isPoorRefusal, poorRefusal } from "./failed-call.ts";
import { InputCalls } from "./input-calls.ts";
import type { JudgeUnimplemented } from "./unimplemented.ts";

/** A case of hostile arguments. */
type HostileCase = Exclude<ErrorCase, { readonly watch: unknown }>;

/** A tool that got hostile arguments, and its answer. */
export interface Sent {
  readonly id: string;
  readonly called: AnsweredCall;
  /** The time until the answer, or until the time limit. */
  readonly tookMs: number;
}

/** The number of tools that have to take long for the same arguments before the others are not asked. */
const enough = 2;

/** The time from which an answer takes long. */
const longMs = 5_000;

/**
 * Creates the judge of a run: the server must refuse hostile arguments in some form, and must always answer. A server reads a message
 * before it knows the tool. So if two tools give no answer, or take long, the others are not asked: each of them would take as long.
 * FastMCP 3 needs 24 seconds to name 20,000 unknown keys.
 */
export function makeErrorJudge(
  context: Context,
  judgeUnimplemented: JudgeUnimplemented,
): (each: ErrorCase) => Promise<Verdict> {
  const calls = new InputCalls(context);
  /** Hostile arguments, as JSON -> the first calls with them. */
  const firstCalls = new Map<string, Promise<Sent>[]>();

  return async (each) => {
    if ("watch" in each) return context.watch.verdict(each.tool, each.watch);
    const first = getFirstCalls(each);
    if (first.length < enough) {
      const call = send(each);
      first.push(call);
      return judge(each, (await call).called);
    }
    const ended = await Promise.allSettled(first);
    const why = findReason(ended.flatMap((call) => (call.status === "fulfilled" ? [call.value] : [])));
    return why === undefined ? judge(each, (await send(each)).called) : inapplicable(why);
  };

  function getFirstCalls(each: HostileCase): Promise<Sent>[] {
    const sent = JSON.stringify(each.edits);
    const first = firstCalls.get(sent) ?? [];
    firstCalls.set(sent, first);
    return first;
  }

  async function send(each: HostileCase): Promise<Sent> {
    const startedAt = performance.now();
    const called = await calls.call(each, context.bindings.listShared());
    return { id: each.id, called, tookMs: performance.now() - startedAt };
  }

  async function judge(each: HostileCase, called: AnsweredCall): Promise<Verdict> {
    const { outcome, exchange } = called;
    const { answer } = exchange;
    if (outcome.is === "refusal" && outcome.code === "not_implemented")
      return judgeUnimplemented(each, exchange);
    const refused = outcome.is === "refusal" && outcome.code !== "internal";
    if (refused || (outcome.is === "rpc-error" && outcome.code !== internalError)) return held;
    if (answer.kind === "http" && rejectionStatuses.includes(answer.reply.status)) return held;
    if (!context.coded && isPoorRefusal(called)) return poorRefusal(called);
    return failedCall("a refusal", called);
  }
}

/** Returns why another tool need not be asked, after the first calls. */
export function findReason(first: readonly Sent[]): string | undefined {
  const unanswered = first.filter(({ called }) => called.exchange.answer.kind === "broken");
  const long = first.filter(({ tookMs }) => tookMs > longMs);
  const list = (some: readonly Sent[]) => some.map(({ id }) => id).join(", ");
  if (unanswered.length >= enough) return `the server gives no answer to such arguments: ${list(unanswered)}`;
  return long.length >= enough
    ? `the server takes more than ${longMs / 1_000} s for such arguments: ${list(long)}`
    : undefined;
}

/** The HTTP statuses with which a server may reject a request before it parses the message. */
const rejectionStatuses: readonly number[] = [400, 413, 414, 431];

/** JSON-RPC: internal error. */
const internalError = -32603;
