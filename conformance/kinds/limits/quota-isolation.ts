/** Judges that a quota counts for each account, or for each token, by itself. */
import { isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { findQuotaRule, readRemaining, readUsed, usageVerdict, useUpQuota } from "./quota.ts";

/** A quota and a tool that draws from it. */
interface DrawnQuota {
  readonly limit: string;
  readonly tool: string;
}

/**
 * Checks that a call of another account draws nothing from the quota of the first. It must draw from its own: a server that shows
 * no draw at all would pass otherwise.
 */
export async function otherAccountVerdict({ limit, tool }: DrawnQuota, engine: Engine): Promise<Verdict> {
  const { call } = requireDeclared(engine.rules.draws[tool]);
  const account = await engine.accounts.findDedicated(`${limit}-isolation`.replaceAll("_", "-"));
  const input = await engine.instances.fill(tool, call.input, { account: otherAccount });
  const other = { limit, account: otherAccount, engine };
  const before = await readUsed(other);
  const verdict = await usageVerdict(
    { limit, account, engine },
    0,
    "a call of another account draws nothing here",
    () => engine.calls.requireSuccess({ tool, input }, { account: otherAccount }),
  );
  if (verdict !== held || (await readUsed(other)) > before) return verdict;
  throw new PreconditionError(
    "setup",
    `the other account sees no draw of its own call of ${tool}, so nothing shows whose it was`,
  );
}

/** Checks that an account can draw while another one has nothing left: a server may show each account its own use, and refuse by one counter. */
export async function otherEndVerdict({ limit, tool }: DrawnQuota, engine: Engine): Promise<Verdict> {
  const { refusals } = await useUpQuota(limit, engine);
  const { refused } = findQuotaRule({ limit, account: undefined, engine });
  if (![...refusals.values()].some((called) => isRefusedWith(refused, called)))
    throw new PreconditionError("setup", `no call was refused when ${limit} of one account was used up`);
  const account =
    (await engine.accounts.findDedicated(`${limit}-isolation`.replaceAll("_", "-"))) ?? otherAccount;
  const left = await readRemaining({ limit, account, engine });
  if (left === 0) throw new PreconditionError("large", `nothing is left of ${limit} of the other account`);
  const { call } = requireDeclared(engine.rules.draws[tool]);
  const input = await engine.instances.fill(tool, call.input, { account });
  const called = await engine.calls.call({ tool, input }, { account });
  if (called.outcome.is === "success") return held;
  if (!isRefusedWith(refused, called)) throw engine.verdicts.setupFailed(called);
  const expected = `a call of ${tool} by an account that has ${left ?? "something"} left, while another one has nothing left`;
  return engine.verdicts.failed(expected, called, showAnswer(called));
}

/** Checks whether the draws of one token count for another token of the same account. */
export async function otherTokenVerdict({ limit, tool }: DrawnQuota, engine: Engine): Promise<Verdict> {
  const { call } = requireDeclared(engine.rules.draws[tool]);
  const { per } = findQuotaRule({ limit, account: undefined, engine });
  const account = await engine.accounts.findDedicated(`${limit}-tokens`.replaceAll("_", "-"));
  const token = await engine.accounts.reserve({ account });
  const input = await engine.instances.fill(tool, call.input, { account });
  const [wanted, expected] =
    per === "token"
      ? [0, "a call with another token draws nothing here"]
      : [1, "a call with another token of the account draws 1 here"];
  return usageVerdict({ limit, account, engine }, wanted, expected, () =>
    engine.calls.requireSuccess({ tool, input }, { token }),
  );
}
