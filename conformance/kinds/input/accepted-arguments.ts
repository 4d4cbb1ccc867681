/** Judges arguments that must be accepted. */
import { baseArguments, exampleArguments, runsAsTask } from "../../calls/arguments.ts";
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Context } from "../../calls/context.ts";
import { type Edit, steps, valueAt } from "../../cases/edits.ts";
import type { InputCase } from "../../cases/format.ts";
import { isOutputRefusal } from "../../judge/refusal.ts";
import { findUsedUpQuota } from "../../judge/used-up.ts";
import { memoize } from "../../memoize.ts";
import { type Cause, failed, held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import { failedCall, notImplemented } from "./failed-call.ts";
import type { InputCalls } from "./input-calls.ts";
import { withOrdinaryValue } from "./ordinary-value.ts";
import { isSameReason, listArgumentNames, listSamples, SchemaRefusals } from "./schema-refusals.ts";

/** Causes of a refusal by a rule that the schema does not have. */
const rulesOfTheServer: readonly Cause[] = ["domain-rule", "refused", "base-refused"];

/** The most examples in which a refused value is tried again. */
const mostExamples = 3;

export class AcceptedArgumentsJudge {
  readonly #context: Context;
  readonly #calls: InputCalls;
  /** The refusals of each tool for arguments that its schema does not allow. */
  readonly #schemaRefusalsOf = memoize((tool: string) => this.#learnSchemaRefusals(tool));

  constructor(context: Context, calls: InputCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /** @param first the answer to the first call with the arguments */
  async verdict(each: InputCase, first: AnsweredCall): Promise<Verdict> {
    const verdict = await this.#judge(each, first);
    if (verdict.status !== "unverified" || !rulesOfTheServer.includes(verdict.cause)) return verdict;
    if (each.edits === undefined) return verdict;
    for (const kept of ["what stands beside them", "what is required"] as const) {
      const fewest = await this.#calls.callWithFewestParts(each, kept);
      if (fewest?.outcome.is === "success") return held;
    }
    const isHeld = (await this.#isAcceptedWithBlanks(each)) || (await this.#isAcceptedInExample(each));
    return isHeld ? held : verdict;
  }

  /** Whether a text is accepted that is as long, with blanks in place of letters: a server may refuse words that it does not understand. */
  async #isAcceptedWithBlanks(each: InputCase): Promise<boolean> {
    const { bindings, schemas } = this.#context;
    const isGrown = (edit: Edit) => "text" in edit && edit.head !== undefined && edit.text.trim() !== "";
    if (each.edits === undefined || !each.edits.some(isGrown)) return false;
    const edits = each.edits.map((edit) => (isGrown(edit) ? { ...edit, text: " " } : edit));
    const changed = { ...each, edits };
    const values = bindings.fresh();
    if (!schemas.fits(each.tool, await this.#calls.makeArguments(changed, values))) return false;
    return (await this.#calls.call(changed, values)).outcome.is === "success";
  }

  /** Whether another example with the changed argument is accepted: a rejection may need a comment, and an approval none. */
  async #isAcceptedInExample(each: InputCase): Promise<boolean> {
    const { cases, bindings, caller, schemas } = this.#context;
    const isWhole = each.edits?.every((edit) => "set" in edit && steps(edit.set).length === 1);
    if (!isWhole || Number.isFinite(caller.countLeft())) return false;
    const examples = cases.cases.flatMap((other) =>
      other.kind === "output" && other.tool === each.tool && "base" in other && other.base !== each.base
        ? [other.base]
        : [],
    );
    for (const base of examples.slice(0, mostExamples)) {
      const changed = { ...each, base };
      const values = bindings.listShared();
      if (!schemas.fits(each.tool, await this.#calls.makeArguments(changed, values))) continue;
      const called = await this.#calls.repeatRefused(changed, await this.#calls.call(changed, values));
      if (called.outcome.is === "success") return true;
    }
    return false;
  }

  async #judge(each: InputCase, first: AnsweredCall): Promise<Verdict> {
    const called = await this.#calls.repeatRefused(each, first);
    const { outcome, exchange } = called;
    if (outcome.is === "success") return held;
    if (runsAsTask(this.#context.cases, each.tool))
      return unverified("task", `${each.tool} runs only as a task`, exchange);
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text)) return this.#judgeFailedCall(each, called);
    const { code, text } = outcome;
    const usedUp = findUsedUpQuota(this.#context.cases, each.tool, called);
    if (usedUp !== undefined)
      return unverified(
        "used-up",
        `the call was refused with ${code}: nothing is left of ${usedUp}`,
        exchange,
      );
    if (code === "not_implemented") return notImplemented(each.tool, exchange);
    return code === "invalid_input" || code === undefined
      ? this.#judgeInvalidInput(each, code, text, exchange)
      : this.#judgeFailure(each, code, exchange);
  }

  /** Judges a call that fails. If the call without its changes fails in the same way, that one is the finding. */
  async #judgeFailedCall(each: InputCase, called: AnsweredCall): Promise<Verdict> {
    const describe = ({ exchange }: AnsweredCall) => describeAnswer(exchange.answer);
    const plain = this.#findPlainBase(each);
    if (plain === undefined) return failedCall("a call that is accepted", called);
    const isAlike = (other: AnsweredCall) => describe(other) === describe(called);
    // Another call may have removed what the arguments name since the first call without the changes.
    const failsUnchanged =
      isAlike(await this.#calls.callBase(plain)) ||
      (called.exchange.answer.kind === "error" && isAlike(await this.#calls.callBaseAgain(plain)));
    if (!failsUnchanged) return failedCall("a call that is accepted", called);
    const why = `the call without this change fails in the same way: ${describe(called)}`;
    return unverified("base-refused", why, called.exchange);
  }

  /** Returns the base of the arguments without what the case is about; `undefined` if it is about the base itself. */
  #findPlainBase({ tool, base, edits }: InputCase): string | undefined {
    if (edits !== undefined) return base;
    // A case without changes has a base of its own, beside that with the name of the tool.
    return base === tool || !(tool in this.#context.cases.bases) ? undefined : tool;
  }

  #judgeFailure(each: InputCase, code: string, exchange: Exchange): Verdict {
    const { cases, bindings } = this.#context;
    if (!cases.tools[each.tool]!.failures.includes(code))
      return failed("a call that is accepted", describeAnswer(exchange.answer), exchange);
    // The edits replaced an existing value by an invented one: the server accepted the arguments and found no such value.
    if (bindings.overridesBound(each.tool, baseArguments(cases, each.base!), each.edits ?? [])) return held;
    if (this.#hasInventedCursor(each) || this.#hasOtherRevision(each, code)) return held;
    return unverified("refused", `the call was refused with ${code}`, exchange);
  }

  /** Whether the case sends another revision than the present one, and the code says so: the server accepted the arguments. */
  #hasOtherRevision({ tool, edits = [] }: InputCase, code: string): boolean {
    const { argument, refused } = this.#context.cases.behaviour?.revisions[tool] ?? {};
    return code === refused && edits.some((edit) => "set" in edit && edit.set === argument);
  }

  /** Whether the arguments have a cursor that no page returned: then the server may refuse it although the schema allows it. */
  #hasInventedCursor(each: InputCase): boolean {
    const { cases } = this.#context;
    const cursor = cases.behaviour?.pages[each.tool]?.cursor;
    return cursor !== undefined && valueAt(exampleArguments(cases, each), cursor) !== undefined;
  }

  /**
   * Judges a refusal of arguments that the schema allows. If it resembles known refusals by the schema check, the server's schema is
   * wrong. Otherwise it comes from a rule of the server that a schema cannot express. Servers without a Toolwright spec send no code.
   */
  async #judgeInvalidInput(
    each: InputCase,
    code: string | undefined,
    text: string,
    exchange: Exchange,
  ): Promise<Verdict> {
    const known = await this.#schemaRefusalsOf(each.tool);
    const isSchemaRefusal = code === undefined ? known.explains(text) : known.resembles(text);
    const answer = describeAnswer(exchange.answer);
    if (!isSchemaRefusal && this.#hasInventedCursor(each)) return held;
    if (!isSchemaRefusal && code === undefined)
      return unverified("refused", `the call was refused without a code: ${answer}`, exchange);
    if (!isSchemaRefusal) {
      const problem = `the schema allows these arguments, but the server refuses them: ${answer}`;
      return unverified("domain-rule", problem, exchange);
    }
    return this.#judgeSchemaRefusal(each, code, text, exchange);
  }

  /** Judges a refusal of arguments that the schema allows, with the reason of a schema check. */
  async #judgeSchemaRefusal(
    each: InputCase,
    code: string | undefined,
    text: string,
    exchange: Exchange,
  ): Promise<Verdict> {
    const answer = describeAnswer(exchange.answer);
    if (each.edits !== undefined && (await this.#calls.callBase(each.base!)).outcome.is !== "success")
      return unverified("base-refused", "the same arguments without this change are refused too", exchange);
    if (await this.#refusesPlain(each, text)) {
      const problem = `the same arguments without this change are refused later, too: ${answer}`;
      return unverified("base-refused", problem, exchange);
    }
    if (await this.#refusesOrdinaryValue(each, text)) {
      const problem = `the server refuses another ordinary value for the same reason: ${answer}`;
      return unverified(code === undefined ? "refused" : "domain-rule", problem, exchange);
    }
    const verdict = failed("a call that is accepted", answer, exchange);
    const isAdvice = !this.#context.coded && code === undefined && isEmptied(each);
    return isAdvice ? { ...verdict, advice: true } : verdict;
  }

  /**
   * Whether the server refuses the arguments without the change for the same reason in one of two further calls: another call may have
   * removed what they name, as the first of the two does where the tool removes it.
   */
  async #refusesPlain(each: InputCase, text: string): Promise<boolean> {
    const plain = this.#findPlainBase(each);
    if (plain === undefined) return false;
    const inputs = [await this.#calls.makeArguments(each, this.#context.bindings.listShared())];
    for (let calls = 0; calls < 2; calls++) {
      const { outcome } = await this.#calls.callBaseAgain(plain);
      if (outcome.is === "refusal" && isSameReason([text, outcome.text], inputs)) return true;
    }
    return false;
  }

  /**
   * Whether the server also refuses an ordinary value in place of the unusual one, for the same reason: then it has to name something
   * that exists, or to be equal to another argument, which a schema cannot express.
   */
  async #refusesOrdinaryValue(each: InputCase, text: string): Promise<boolean> {
    const { bindings, caller, schemas } = this.#context;
    const values = bindings.listShared();
    const valid = await this.#calls.makeArguments({ ...each, edits: [] }, values);
    const ordinary = withOrdinaryValue(valid, each.edits ?? [], (input) => schemas.fits(each.tool, input));
    if (ordinary === undefined) return false;
    const { outcome } = await caller.call(each.tool, ordinary, caller.allScopes);
    const inputs = [ordinary, await this.#calls.makeArguments(each, values)];
    return outcome.is === "refusal" && isSameReason([text, outcome.text], inputs);
  }

  async #learnSchemaRefusals(tool: string): Promise<SchemaRefusals> {
    const { cases, bindings } = this.#context;
    const texts: string[] = [];
    for (const each of listSamples(cases, tool))
      texts.push(...refusalIn(await this.#calls.call(each, bindings.listShared())));
    const [ofValid] = tool in cases.bases ? refusalIn(await this.#calls.callBase(tool)) : [];
    return new SchemaRefusals(texts, listArgumentNames(cases, tool), ofValid);
  }
}

function refusalIn({ outcome }: AnsweredCall): string[] {
  return outcome.is === "refusal" ? [outcome.text] : [];
}

/**
 * Whether the case only empties a text. Many servers take an empty text for one that is missing, and say so in no schema: the schema
 * should (`minLength: 1`), but no client is surprised.
 */
function isEmptied({ edits = [] }: InputCase): boolean {
  return edits.length === 1 && edits.every((edit) => "to" in edit && edit.to === "");
}
