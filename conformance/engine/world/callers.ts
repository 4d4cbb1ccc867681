/** Makes the calls of attempts by the accounts that they name, and lets time pass. */
import { setTimeout as delay } from "node:timers/promises";
import { callAtOnce } from "../../behaviour/calls/at-once.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import type { Json } from "../../cases/edits.ts";
import type { Act } from "../law.ts";
import type { WorldCallers } from "../world.ts";

export function openCallers(engine: Engine): WorldCallers {
  const { calls, context } = engine;
  const send = async (act: Act, input: Json) =>
    calls.call({ tool: act.tool, input }, { account: await findAccount(act, engine) });
  return {
    async require(act) {
      const account = await findAccount(act, engine);
      if (account !== undefined) await context.caller.requireToken(account);
    },
    send,
    sendAtOnce(all) {
      const rest = [...all];
      return callAtOnce(engine, all.length, () => {
        const { act, input } = rest.shift()!;
        return send(act, input);
      });
    },
    now: () => performance.now(),
    pass: (ms) => delay(ms),
  };
}

async function findAccount({ by, about = {} }: Act, engine: Engine): Promise<string | undefined> {
  if (by === undefined) return undefined;
  if (by === "other") return otherAccount;
  const shared = Object.keys(about).find((entity) => engine.rules.entities[entity]?.sharedBy);
  const { account } = await Sharing.find(engine, shared ?? Object.keys(about)[0] ?? "");
  return account;
}
