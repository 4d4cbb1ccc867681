/** Makes the calls of attempts by the accounts that they name, and lets time pass. */
import { setTimeout as delay } from "node:timers/promises";
import { callAtOnce } from "../../behaviour/calls/at-once.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Json } from "../../cases/edits.ts";
import type { Act } from "../law.ts";
import type { WorldCallers } from "../world.ts";

export function openCallers(engine: Engine): WorldCallers {
  const { calls, context } = engine;
  const send = ({ tool, by }: Act, input: Json) => calls.call({ tool, input }, { account: accountOf(by) });
  return {
    async require(by) {
      const account = accountOf(by);
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

export function accountOf(by: Act["by"]): string | undefined {
  return by === "other" ? otherAccount : undefined;
}
