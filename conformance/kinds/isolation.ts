/** Judges the cases of kind isolation: keys, cursors, values and quotas of one account are separate from those of another. */
import { readStructured, showAnswer } from "../behaviour/calls/called.ts";
import { otherAccount } from "../behaviour/calls/identity.ts";
import type { Engine } from "../behaviour/engine.ts";
import { fillList } from "../behaviour/lists/filled-list.ts";
import { readId } from "../behaviour/lists/walk.ts";
import { exampleArguments } from "../calls/arguments.ts";
import type { IsolationCase } from "../cases/behaviour-cases.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../cases/edits.ts";
import { listLeaves, valuesAt } from "../cases/places.ts";
import { PreconditionError, requireDeclared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import { isolatedFileVerdict } from "./entities/isolated-files.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { callWithValue, forgedVerdict } from "./limits/duration.ts";
import { usageVerdict } from "./limits/quota.ts";
import { otherAccountVerdict, otherEndVerdict, otherTokenVerdict } from "./limits/quota-isolation.ts";

type Of<Check> = Extract<IsolationCase, { readonly check: Check }>;

export const isolation: KindOfBehaviour<IsolationCase> = {
  needsSuccess: true,
  cost: ({ check }) =>
    ({
      key: 12,
      cursor: 16,
      file: 40,
      value: 5,
      quota: 8,
      "quota-end": 6,
      "quota-tokens": 6,
      "replay-draws-nothing": 8,
    })[check],
  when: ({ check }) => (check === "key" || check === "value" ? "any" : "quiet"),
  account: ({ check }) =>
    check === "replay-draws-nothing" || check === "quota-tokens" ? undefined : otherAccount,
  async verdict(each, engine) {
    const account = isolation.account?.(each, engine.rules);
    // Check this before creating instances.
    if (account !== undefined) await engine.context.caller.requireToken(account);
    switch (each.check) {
      case "key":
        return keyVerdict(each, engine);
      case "cursor":
        return cursorVerdict(each, engine);
      case "value":
        return valueVerdict(each, engine);
      case "file":
        return isolatedFileVerdict(each, engine);
      case "quota":
        return otherAccountVerdict(each, engine);
      case "quota-end":
        return otherEndVerdict(each, engine);
      case "quota-tokens":
        return otherTokenVerdict(each, engine);
      case "replay-draws-nothing":
        return replayVerdict(each, engine);
    }
  },
};

/** Returns arguments for an account, with its own ids and a new key. */
function makeInput(
  {
    tool,
    base = tool,
    edits,
  }: { readonly tool: string; readonly base?: string; readonly edits?: readonly Edit[] },
  engine: Engine,
  account?: string,
): Promise<Json> {
  const example = exampleArguments(engine.context.cases, { base, ...(edits && { edits }) });
  return engine.instances.fill(tool, example, { account });
}

/**
 * Checks a key that both accounts use: each account must get the result of its own call. Two results of one second may have equal
 * times, so a result counts as that of the first account only if all of it is, twice.
 */
async function keyVerdict(each: Of<"key">, engine: Engine): Promise<Verdict> {
  const verdict = await tryKey(each, engine);
  return verdict.status === "failed" ? tryKey(each, engine) : verdict;
}

async function tryKey(each: Of<"key">, engine: Engine): Promise<Verdict> {
  const { tool } = each;
  const { key, same } = requireDeclared(engine.rules.idempotency[tool]);
  const input = await makeInput(each, engine);
  const first = await engine.calls.requireSuccess({ tool, input });
  const theirs = await makeInput(each, engine, otherAccount);
  const keyed = applyEdits(theirs, [{ set: key, to: valueAt(input, key) ?? null }]);
  const second = await engine.calls.call({ tool, input: keyed }, { account: otherAccount });
  const expected = "the key of one account is new for another account";
  if (second.outcome.is !== "success") {
    // Another rule may refuse the call of this account.
    await engine.calls.requireSuccess({ tool, input: theirs }, { account: otherAccount });
    return engine.verdicts.failed(expected, second, showAnswer(second));
  }
  // A value that the first account also gets with another key is a constant, so it does not count.
  const third = await engine.calls.requireSuccess({ tool, input: await makeInput(each, engine) });
  const one = readStructured(first) ?? {};
  const two = readStructured(second) ?? {};
  const three = readStructured(third) ?? {};
  const own = same
    .flatMap((place) => listLeaves(valueAt(one, place) ?? null).map(({ pointer }) => `${place}${pointer}`))
    .filter((place) => valueAt(one, place) !== valueAt(three, place));
  const repeated = own.find((place) => typeof valueAt(one, place) === "string");
  if (repeated === undefined || own.some((place) => valueAt(one, place) !== valueAt(two, place))) return held;
  return engine.verdicts.failed(expected, second, `it got ${repeated} of the first account`);
}

async function cursorVerdict(each: Of<"cursor">, engine: Engine): Promise<Verdict> {
  const { tool } = each;
  const rule = requireDeclared(engine.rules.pages[tool]);
  const place = requireDeclared(rule.cursor);
  const list = await fillList(engine, tool);
  if (list.account === otherAccount)
    throw new PreconditionError("no-account", "the list belongs to the other account");
  const { ids, cursors } = await list.read(await list.smallPage());
  const [cursor] = cursors;
  if (cursor === undefined)
    throw new PreconditionError("unobserved", "the list has no second page, so there is no cursor");
  const called = await engine.calls.call(
    { tool, input: applyEdits(list.input, [{ set: place, to: cursor }]) },
    { account: otherAccount },
  );
  const items = valuesAt(readStructured(called), `${rule.items}/*`);
  const foreign = items.find(({ value }) => ids.includes(readId(value, rule)));
  if (foreign === undefined) return held;
  return engine.verdicts.failed(
    "another account gets no items with the cursor of the first",
    called,
    `${foreign.pointer} is an item of the first`,
  );
}

/** Checks that the other account is refused and the first account is not, which shows that the value was valid. */
async function valueVerdict({ limit }: Of<"value">, engine: Engine): Promise<Verdict> {
  const rule = requireDeclared(engine.rules.limits[limit]);
  if (rule.kind !== "duration") return held;
  const { ends, tools, field } = rule;
  const tool = requireDeclared(tools[0]);
  const makeBy = async (account?: string) =>
    engine.calls.requireSuccess({ tool, input: await makeInput({ tool }, engine, account) }, { account });
  const made = await makeBy();
  if (ends === undefined) return forgedVerdict(field, made, await makeBy(otherAccount), engine);
  const callBy = (account?: string) => callWithValue(ends, readStructured(made), engine, account);
  const foreign = await callBy(otherAccount);
  if (foreign.outcome.is === "success")
    return engine.verdicts.failed(
      `another account is refused ${ends.value} of the first`,
      foreign,
      "success",
    );
  const own = await callBy();
  if (own.outcome.is !== "success") throw engine.verdicts.setupFailed(own);
  return held;
}

/** Checks that a call and its repetition draw one together. */
async function replayVerdict(each: Of<"replay-draws-nothing">, engine: Engine): Promise<Verdict> {
  const { limit, tool } = each;
  const { call } = requireDeclared(engine.rules.draws[tool]);
  const account = await engine.accounts.findDedicated(`${limit}-replay`.replaceAll("_", "-"));
  const input = await engine.instances.fill(tool, call.input, { account });
  const { key } = requireDeclared(engine.rules.idempotency[tool]);
  const keyed =
    valueAt(input, key) === undefined ? applyEdits(input, [{ set: key, to: crypto.randomUUID() }]) : input;
  if (!engine.context.schemas.fits(tool, keyed))
    throw new PreconditionError("undeclared", "no valid key is known");
  const expected = "a call and its repetition draw 1 together";
  return usageVerdict({ limit, account, engine }, 1, expected, async () => {
    await engine.calls.requireSuccess({ tool, input: keyed }, { account });
    return engine.calls.requireSuccess({ tool, input: keyed }, { account });
  });
}
