import { countTokenDemand } from "../run/plan.ts";
import { makeHookRunner, type RunHook } from "../target/hooks.ts";
import { parseMintedTokens } from "../target/minted.ts";
import { httpTransport } from "../wire/http.ts";
import { createTokenPools, type EndedTokens, type TokenPool } from "./token-pools.ts";
import type { Baseline, Trial } from "./trial.ts";
import { limits } from "./whole-run.ts";

export interface Workers {
  readonly count: number;
  readonly baseline: Baseline;
}

/** The share of the declared rate that one trial may use of a token. */
const maxShareOfRate = 0.9;

/** Runs trials on several workers at once. Each worker has its own account, so that no trial sees the changes of another. */
export async function runOnWorkers<Outcome>(
  trials: readonly Trial[],
  name: string,
  { count, baseline }: Workers,
  run: (trial: Trial, tokenPool: TokenPool, index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const { cases, target, started } = baseline;
  const perToken = Math.floor((cases.rate?.max ?? Number.POSITIVE_INFINITY) * maxShareOfRate);
  const transport = httpTransport({ url: new URL(started.url), limits, parallel: count });
  const runHook = makeHookRunner(target, { transport, environment: started.environment });
  const hooksAs =
    (run: string): RunHook =>
    (hook, input) =>
      runHook(hook, { ...input, run });
  const endedTokens = await mintEndedTokens(hooksAs(`${name}-ended@example.org`), cases.scopes);
  const workers = Array.from({ length: count }, async (_, worker): Promise<Outcome[]> => {
    const own = trials.flatMap((trial, index) => (index % count === worker ? [{ trial, index }] : []));
    const outcomes: Outcome[] = [];
    for (const [turn, group] of groupByAccount(own).entries()) {
      const runHook = hooksAs(`${name}-${worker}-${turn}@example.org`);
      // The proxy knows the tokens of one account. Cases that need another one are not verified.
      const demands = group.map(({ trial }) =>
        countTokenDemand(trial.plan, cases).filter(({ account }) => account === undefined),
      );
      const tokenPools = await createTokenPools(demands, {
        mint: (tokens) => runHook("mint", { tokens }),
        all: cases.scopes,
        perToken,
        endedTokens,
      });
      for (const [turn, { trial, index }] of group.entries())
        outcomes.push(await run(trial, tokenPools[turn]!, index));
    }
    return outcomes;
  });
  const outcomes = await Promise.all(workers).finally(transport.close);
  return outcomes.flat();
}

/** The number of trials of one tool that an account can serve before its daily limits are used up. */
const trialsPerAccount = 3;

/** Groups the trials that share an account. */
function groupByAccount<Item extends { readonly trial: Trial }>(items: readonly Item[]): Item[][] {
  const counts = new Map<string | undefined, number>();
  const groups = Map.groupBy(items, ({ trial }) => {
    const tool = trial.plan.cases.find((each) => each.tool !== undefined)?.tool;
    const before = counts.get(tool) ?? 0;
    counts.set(tool, before + 1);
    return Math.floor(before / trialsPerAccount);
  });
  return [...groups.values()];
}

async function mintEndedTokens(runHook: RunHook, scopes: readonly string[]): Promise<EndedTokens> {
  const [revoked, expired] = parseMintedTokens(await runHook("mint", { tokens: [{ scopes, count: 2 }] }));
  await runHook("revoke", { token: revoked! });
  await runHook("expire", { token: expired! });
  return { revoked: revoked!.token, expired: expired!.token };
}
