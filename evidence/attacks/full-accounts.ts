/** Accounts that are filled by each way until it is refused, at a service with small budgets. */

import { type Owner, smallSteps, startOwner, type Way, ways } from "./account-fillers.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { inWorld } from "./circumstances.ts";
import { bytesIn } from "./load.ts";
import type { World } from "./world.ts";

const environment = {
  MAX_FORMS: "20",
  MAX_STRUCTURES_MB: "2",
  MAX_FILES_MB: "2",
  MAX_EXPORTS_MB: "1",
  MAX_TOKENS: "8",
  MAX_SHARES: "8",
  MAX_WEBHOOKS: "6",
  MAX_QUOTES: "15",
};
const MOST_CALLS = 105;
/** The limit of one way in megabytes: the budget, the log of the database, and the data of the small steps. */
const MOST_MB = 12;

type Result = readonly [name: string, held: boolean, got: unknown];

/** Takes the step of a way until it is refused. */
async function fill(
  owner: Owner,
  { step }: Way,
): Promise<{ readonly calls: number; readonly refused?: string }> {
  for (let calls = 1; calls <= MOST_CALLS; calls += 1) {
    const refused = await step(owner, calls);
    if (refused !== undefined) return { calls, refused };
  }
  return { calls: MOST_CALLS };
}

/** Steps that do not need the full budget still succeed. */
async function takeOthers(owner: Owner, way: Way, from: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, needs, step] of smallSteps) {
    if (way.budget !== undefined && needs.includes(way.budget)) continue;
    const refused = await step(owner, from);
    results.push([`${name} after ${way.name}`, refused === undefined, refused]);
  }
  return results;
}

async function attackBy(world: World, other: Owner, way: Way): Promise<readonly [Result[], number]> {
  const owner = await startOwner(world, way.name);
  await way.prepare?.(owner, 0);
  const before = await bytesIn(world.folder);
  const { calls, refused } = await fill(owner, way);
  const megabytes = ((await bytesIn(world.folder)) - before) / 1e6;
  const ofOther = await smallSteps.find(([, needs]) => needs.includes(way.budget ?? "files"))![2](
    other,
    1_000 + calls,
  );
  return [
    [
      [
        `${way.name}: refused in words that help`,
        refused?.includes(way.refusal) === true,
        { calls, refused },
      ],
      [`${way.name}: the disk`, megabytes < MOST_MB, megabytes],
      [`${way.name}: another account`, ofOther === undefined, ofOther],
      ...(await takeOthers(owner, way, 2_000)),
    ],
    calls,
  ];
}

export const filled: Attack = {
  name: "accounts that are filled by each way",
  run: () =>
    inWorld({ environment }, async (world) => {
      const other = await startOwner(world, "other");
      const results: Result[] = [];
      const counts: string[] = [];
      for (const way of ways) {
        const [own, calls] = await attackBy(world, other, way);
        results.push(...own);
        counts.push(`${way.name} ${calls}`);
      }
      return judgeResults(results, `refused at call: ${counts.join(", ")}`);
    }),
};
