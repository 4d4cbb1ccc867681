/** Judges the cases of kind authorization: one call with one kind of token. */
import { type AuthRules, authSchemes } from "@toolwright/runtime";
import {
  passTime,
  requireClock,
  roundingSeconds,
  tryBeforeEnd,
  whileClockStands,
} from "../behaviour/clock.ts";
import type { Engine } from "../behaviour/engine.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { AnsweredCall } from "../calls/completed-call.ts";
import type { Context } from "../calls/context.ts";
import type { Json, JsonObject } from "../cases/edits.ts";
import type { AuthorizationCase, Credential } from "../cases/format.ts";
import { isInvalidParams, requiredScopes } from "../judge/outcome.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { failed, failedHeader, held, inapplicable, type Verdict } from "../results/verdict.ts";
import { describeHttpAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";

export type AuthorizationCall = Extract<AuthorizationCase, { readonly with: Credential }>;
type ExpiryCase = Extract<AuthorizationCase, { readonly expires: true }>;

/** Calls a tool with the token of a case and judges the answer. */
export async function authorizationVerdict(each: AuthorizationCall, context: Context): Promise<Verdict> {
  const called = await context.caller.call(each.tool, await prepareArguments(each, context), each.with);
  if (each.expect === "unauthorized") return unauthorizedVerdict(called, each.with === "malformed");
  return each.expect === "allowed"
    ? allowedVerdict(called)
    : deniedVerdict(each.expect.denied, called, context);
}

/** Makes a token that ends by itself, uses it just before its end, and checks that it is refused just after it. */
export async function expiryVerdict(each: ExpiryCase, { context, hooks }: Engine): Promise<Verdict> {
  const { caller } = context;
  const first = await caller.reserveExpiring();
  if (first === undefined) return inapplicable("no hook mint makes a token with expires_in");
  requireClock(first.expiresIn, hooks);
  const input = await prepareArguments(each, context);
  return whileClockStands(hooks, context.cases, async (stands) => {
    let token = first;
    let passed = 0;
    const endedEarly = await tryBeforeEnd(first.expiresIn, hooks, stands, async (seconds) => {
      // Time may have passed since the first one was made.
      token = requireDeclared(
        await caller.reserveExpiring(),
        "the hook mint made a token without expires_in",
      );
      await passTime(seconds, hooks);
      passed = seconds;
      const { exchange, outcome } = await caller.call(each.tool, input, token);
      if (outcome.is !== "unauthorized") return undefined;
      const expected = `the token is accepted ${seconds} s after it was made, since it expires in ${token.expiresIn} s`;
      return failed(expected, describeHttpAnswer(exchange.answer), exchange);
    });
    if (endedEarly !== undefined) return endedEarly;
    await passTime(token.expiresIn - passed + roundingSeconds, hooks);
    return unauthorizedVerdict(await caller.call(each.tool, input, token));
  });
}

/** Returns the arguments of the call, with ids of existing instances, which are created on first use. */
export async function prepareArguments(
  { base, tool }: AuthorizationCall | ExpiryCase,
  { cases, bindings }: Context,
): Promise<Json> {
  return base === undefined ? {} : bindings.listShared().into(tool, baseArguments(cases, base));
}

/**
 * Requires HTTP 401 with a challenge (RFC 9110, section 15.5.2). A malformed header may also be answered with 400 (RFC 6750,
 * section 3.1).
 */
function unauthorizedVerdict({ exchange, outcome }: AnsweredCall, isMalformed = false): Verdict {
  const { answer } = exchange;
  if (isMalformed && answer.kind !== "broken" && answer.reply.status === 400) return held;
  if (outcome.is !== "unauthorized" || answer.kind === "broken")
    return failed("HTTP 401", describeHttpAnswer(answer), exchange);
  const challenge = answer.reply.headers["www-authenticate"] ?? "";
  if (/^bearer\b/i.test(challenge)) return held;
  const got = `HTTP 401 with ${challenge === "" ? "no WWW-Authenticate" : challenge}`;
  return failedHeader("www-authenticate", "HTTP 401 with WWW-Authenticate: Bearer", got, exchange);
}

function allowedVerdict({ exchange, outcome }: AnsweredCall): Verdict {
  const denied = outcome.is === "refusal" && outcome.code === "insufficient_scope";
  const through = outcome.is === "success" || outcome.is === "refusal" || outcome.is === "rpc-error";
  return through && !denied
    ? held
    : failed("a call that is allowed", describeHttpAnswer(exchange.answer), exchange);
}

/** Checks that the denial has the form that the spec declares: a tool result that names the scopes, or HTTP 403. */
function deniedVerdict(
  scopes: readonly string[],
  { exchange, outcome }: AnsweredCall,
  context: Context,
): Verdict {
  const { visibility } = context.cases.auth;
  const answer = describeHttpAnswer(exchange.answer);
  // A server that hides tools from this token may answer that the tool does not exist.
  const isUnknown =
    outcome.is === "rpc-error" || (outcome.is === "refusal" && isInvalidParams(exchange.answer));
  if (visibility === "by-scope" && isUnknown) return held;
  const forms = listDenialForms(exchange, context);
  if (forms.includes("http-403") && outcome.is === "forbidden") return held;
  if (!forms.includes("tool-error")) return failed("HTTP 403", answer, exchange);
  const expected = `a tool result with isError that names ${scopes.join(", ")}`;
  if (outcome.is !== "refusal") return failed(expected, answer, exchange);
  if (outcome.code !== undefined && outcome.code !== "insufficient_scope") {
    return failed(
      "a refusal with insufficient_scope, or with the code that insufficientScope of the target file names",
      answer,
      exchange,
    );
  }
  const unnamed = scopes.filter((scope) => !outcome.text.includes(scope));
  if (unnamed.length > 0) {
    const got = `a text that does not name ${unnamed.join(", ")}: ${answer}`;
    const verdict = failed(expected, got, exchange);
    // No standard says what a sentence has to name. With a code it names a scope to ask for, if not all at once.
    const isEnough = outcome.code === undefined || unnamed.length < scopes.length;
    return isEnough ? { ...verdict, advice: true } : verdict;
  }
  return requiredVerdict(scopes, outcome.result, exchange);
}

/** Checks that the details of a denial, if it has some, list the scopes. */
function requiredVerdict(scopes: readonly string[], result: JsonObject, exchange: Exchange): Verdict {
  const required = requiredScopes(result);
  const unlisted = required === undefined ? [] : scopes.filter((scope) => !required.includes(scope));
  return unlisted.length === 0
    ? held
    : failed(`details.required with ${scopes.join(", ")}`, JSON.stringify(required), exchange);
}

/**
 * Lists the right forms of a denial. A token of an authorization server is denied with HTTP 403, so that the client can ask for more
 * scopes; a token of the server itself is denied as the spec declares. For a token of unknown origin both are right.
 */
function listDenialForms(exchange: Exchange, { cases, caller }: Context): readonly AuthRules["denial"][] {
  const { denial } = cases.auth;
  if (!authSchemes(cases.auth).includes("oauth")) return [denial];
  const isFromOauth = caller.isFromOauth(exchange);
  if (isFromOauth === undefined) return [denial, "http-403"];
  return [isFromOauth ? "http-403" : denial];
}
