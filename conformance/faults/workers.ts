import { tokensWanted } from "../run/plan.ts";
import { type Ask, hooksOf } from "../target/hooks.ts";
import { mintedIn } from "../target/minted.ts";
import { type Ended, type Wallet, walletsFor } from "./token-pools.ts";
import type { Subject, Trial } from "./trial.ts";

export interface Lanes {
  readonly count: number;
  readonly subject: Subject;
}

/** No token is used more often within one trial than this part of its rate. */
const shareOfRate = 0.9;

/** Tries one after the other in some lanes side by side: each has an account, so that none sees what others change. */
export async function inLanes<Outcome>(
  trials: readonly Trial[],
  name: string,
  { count, subject }: Lanes,
  run: (trial: Trial, wallet: Wallet, index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const { cases, target, started } = subject;
  const perToken = Math.floor((cases.rate?.max ?? Number.POSITIVE_INFINITY) * shareOfRate);
  const askAs = (account: string) =>
    hooksOf(target, { ...started.environment, TARGET_URL: started.url, CONFORMANCE_ACCOUNT: account });
  const ended = await endedTokens(askAs(`${name}-ended@example.org`), cases.scopes);
  const lanes = Array.from({ length: count }, async (_, lane): Promise<Outcome[]> => {
    const own = trials.flatMap((trial, index) => (index % count === lane ? [{ trial, index }] : []));
    const outcomes: Outcome[] = [];
    for (const [turn, some] of byAccount(own).entries()) {
      const ask = askAs(`${name}-${lane}-${turn}@example.org`);
      const wallets = await walletsFor(
        some.map(({ trial }) => tokensWanted(trial.plan, cases)),
        {
          mint: (tokens) => ask("mint", { tokens }),
          all: cases.scopes,
          perToken,
          ended,
        },
      );
      for (const [turn, { trial, index }] of some.entries())
        outcomes.push(await run(trial, wallets[turn]!, index));
    }
    return outcomes;
  });
  return (await Promise.all(lanes)).flat();
}

/** So often calls of a tool may be tried before what an account may do in a day is used up. */
const trialsOfTool = 3;

/** In groups that share an account. */
function byAccount<Item extends { readonly trial: Trial }>(items: readonly Item[]): Item[][] {
  const counts = new Map<string | undefined, number>();
  const groups = Map.groupBy(items, ({ trial }) => {
    const tool = trial.plan.cases.find((each) => each.tool !== undefined)?.tool;
    const before = counts.get(tool) ?? 0;
    counts.set(tool, before + 1);
    return Math.floor(before / trialsOfTool);
  });
  return [...groups.values()];
}

async function endedTokens(ask: Ask, scopes: readonly string[]): Promise<Ended> {
  const [revoked, expired] = mintedIn(await ask("mint", { tokens: [{ scopes, count: 2 }] }));
  await ask("revoke", { token: revoked! });
  await ask("expire", { token: expired! });
  return { revoked: revoked!.token, expired: expired!.token };
}
