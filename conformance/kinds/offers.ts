/** Judges the cases of the kinds resources and prompts: their lists, the content in the spec, refusals and denials. */
import type { Context } from "../calls/context.ts";
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import type { OfferCase, OfferList, OfferRequest } from "../cases/format.ts";
import { describeDifferences } from "../judge/difference.ts";
import { type Outcome, toReadOutcome } from "../judge/outcome.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { type Answer, describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import { listAll } from "./list-all.ts";

const methods: Readonly<Record<OfferList, string>> = {
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
  skills: "skills/list",
};

type ListCase = Extract<OfferCase, { readonly list: OfferList }>;
type RequestCase = Extract<OfferCase, OfferRequest>;

export async function offerVerdict(each: OfferCase, context: Context): Promise<Verdict> {
  if ("untestable" in each) return unverified("undeclared", each.untestable);
  if ("list" in each) return listVerdict(each, context);
  const { expect } = each;
  const exchange = await (expect === "valid" ? requestOnce(each, context) : request(each, context));
  const { answer } = exchange;
  if (typeof expect !== "string")
    return answer.kind === "result"
      ? sameVerdict(expect.value, answer.result[expect.member] ?? null, exchange)
      : failed("a result", describeAnswer(answer), exchange);
  const [wanted, isHeld] = refusals[expect];
  const read = readRefusal(answer);
  if (isHeld(read)) return held;
  const says = describeAnswer(answer);
  const isUnexplained = expect === "valid" && read.isError && read.code === undefined;
  return isUnexplained ? unverified("domain-rule", says, exchange) : failed(wanted, says, exchange);
}

async function request({ method, params, expect }: RequestCase, { caller }: Context): Promise<Exchange> {
  const credential = expect === "denied" ? { scopes: [] } : caller.allScopes;
  return (await caller.request(method, params, credential)).exchange;
}

/** Run -> request -> its exchange. Values of several parameters are accepted in one request. */
const validRequests = new WeakMap<Context, Map<string, Promise<Exchange>>>();

function requestOnce(each: RequestCase, context: Context): Promise<Exchange> {
  const known = validRequests.get(context) ?? new Map<string, Promise<Exchange>>();
  validRequests.set(context, known);
  const key = JSON.stringify([each.method, each.params]);
  const sent = known.get(key) ?? request(each, context);
  known.set(key, sent);
  return sent;
}

async function listVerdict(each: ListCase, { caller }: Context): Promise<Verdict> {
  const listing = await listAll(caller, methods[each.list], each.list);
  if ("entries" in listing) {
    const { entries, exchange } = listing;
    return sameVerdict(each.entries, each.list === "prompts" ? entries.map(asDefined) : entries, exchange);
  }
  const { problem, exchange } = listing;
  // A server without templates need not know the method.
  const isUnknown = exchange.answer.kind === "error" && exchange.answer.code === -32601;
  const isNotNeeded = isUnknown && each.list === "resourceTemplates" && each.entries.length === 0;
  return isNotNeeded ? held : failed("a list", problem, exchange);
}

/** The keys of an argument of a prompt in MCP. Some servers list its type, too; clients ignore it. */
const argumentKeys = ["name", "title", "description", "required"];

/** An entry of a prompt with what MCP defines of its arguments. */
function asDefined(entry: Json): Json {
  if (!isObject(entry) || !Array.isArray(entry.arguments)) return entry;
  const list = entry.arguments.map((each) =>
    isObject(each)
      ? (Object.fromEntries(Object.entries(each).filter(([key]) => argumentKeys.includes(key))) as JsonObject)
      : each,
  );
  return { ...entry, arguments: list };
}

function sameVerdict(expected: object, actual: Json | readonly Json[], exchange: Exchange): Verdict {
  const got = describeDifferences(expected, actual);
  return got === "" ? held : failed("the value in the spec", got, exchange);
}

/** The facts about an answer that refuses a request. */
interface ReadRefusal {
  readonly is: Outcome["is"];
  /** Whether it is a JSON-RPC error. */
  readonly isError: boolean;
  readonly code: string | undefined;
}

function readRefusal(answer: Answer): ReadRefusal {
  const outcome = toReadOutcome(answer);
  const code = outcome.is === "refusal" ? outcome.code : undefined;
  return { is: outcome.is, isError: answer.kind === "error", code };
}

/** The expected answer in words, and the test for it. */
type Refusal = readonly [wanted: string, isHeld: (read: ReadRefusal) => boolean];

const refusals: Readonly<Record<"denied" | "refused" | "invalid" | "valid", Refusal>> = {
  // Another error could come from a handler that ran although the token may not call it.
  denied: [
    "insufficient_scope, or HTTP 403",
    ({ is, code }) => is === "forbidden" || code === "insufficient_scope",
  ],
  refused: ["a JSON-RPC error", ({ isError }) => isError],
  // Another code comes from a handler that received the parameters.
  invalid: [
    "a refusal of the parameters",
    ({ isError, code = "invalid_input" }) => isError && code === "invalid_input",
  ],
  valid: [
    "no refusal of the parameters",
    ({ is, code = "internal" }) => is === "success" || !["invalid_input", "internal"].includes(code),
  ],
};
