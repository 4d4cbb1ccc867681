/** Judges that refused calls draw nothing from a quota. */
import { type Called, isRateLimited } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listIdArguments, type ToolCall } from "../../behaviour/rules/rule-calls.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { DrawRule, LimitCase } from "../../cases/limits.ts";
import { listLeaves } from "../../cases/places.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type OwnQuota, readUsed, usageVerdict } from "./quota.ts";

interface RefusalTrial extends OwnQuota {
  readonly draw: DrawRule;
}

/** Checks invalid calls, and a call that is refused when it is made again, since the first has taken what there is once. */
export async function refusedDrawsVerdict(
  { tool, limit, check }: LimitCase,
  engine: Engine,
): Promise<Verdict> {
  const draw = requireDeclared(engine.rules.draws[tool!]);
  const account = await engine.accounts.findDedicated(`${limit}-${tool}-${check}`.replaceAll("_", "-"));
  const trial = { limit, account, engine, draw };
  const verdict = await invalidCallsVerdict(trial);
  return verdict === held ? repeatedCallVerdict(trial) : verdict;
}

/** Checks calls without a required argument, and calls with an unknown id. */
async function invalidCallsVerdict(trial: RefusalTrial): Promise<Verdict> {
  const { draw, account, engine } = trial;
  const { tool } = draw.call;
  const calls = listInvalidCalls(
    draw,
    await engine.instances.fill(tool, draw.call.input, { account }),
    engine,
  );
  return usageVerdict(trial, 0, `refused calls of ${tool} draw nothing`, async () => {
    const called: Called[] = [];
    for (const call of calls) called.push(await engine.calls.call(call, { account }));
    const refused = called.findLast(({ outcome }) => outcome.is === "refusal");
    if (refused === undefined) throw new PreconditionError("unobserved", `no call of ${tool} was refused`);
    return refused;
  });
}

/** Makes a call twice with the same arguments and another key. Where the second call succeeds, it shows nothing. */
async function repeatedCallVerdict(trial: RefusalTrial): Promise<Verdict> {
  const { draw, account, engine } = trial;
  const { tool } = draw.call;
  const input = await engine.instances.fill(tool, draw.call.input, { account });
  const first = await engine.calls.call({ tool, input }, { account });
  if (first.outcome.is !== "success") return held;
  const key = engine.rules.idempotency[tool]?.key;
  const keep = listLeaves(input)
    .map(({ pointer }) => pointer)
    .filter((pointer) => pointer !== key);
  const again = await engine.instances.fill(tool, input, { account, keep });
  const before = await readUsed(trial);
  const second = await engine.calls.call({ tool, input: again }, { account });
  if (second.outcome.is !== "refusal" || isRateLimited(second)) return held;
  const drawn = (await readUsed(trial)) - before;
  if (drawn === 0) return held;
  return engine.verdicts.failed(`refused calls of ${tool} draw nothing`, second, `the use rose by ${drawn}`);
}

function listInvalidCalls({ call: { tool, input } }: DrawRule, filled: Json, engine: Engine): ToolCall[] {
  const ids = listIdArguments(engine.rules, tool)
    .map(({ path }) => path)
    .filter((path) => valueAt(filled, path) !== undefined);
  return [
    ...ids.map((path) => ({
      tool,
      input: applyEdits(filled, [{ set: path, to: engine.instances.unknownId(tool, path, filled) }]),
      namesNothing: true,
    })),
    ...Object.keys(input).map((name) => ({ tool, input: applyEdits(filled, [{ remove: `/${name}` }]) })),
  ].filter((call) => "namesNothing" in call || !engine.context.schemas.fits(tool, call.input));
}
