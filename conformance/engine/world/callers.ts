/** Makes the calls of attempts by the accounts that they name, and lets time pass. */
import { setTimeout as delay } from "node:timers/promises";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Act } from "../law.ts";
import type { WorldCallers } from "../world.ts";

export function openCallers({ calls, context }: Engine): WorldCallers {
  return {
    async require(by) {
      const account = accountOf(by);
      if (account !== undefined) await context.caller.requireToken(account);
    },
    send: ({ tool, by }, input) => calls.call({ tool, input }, { account: accountOf(by) }),
    now: () => performance.now(),
    pass: (ms) => delay(ms),
  };
}

export function accountOf(by: Act["by"]): string | undefined {
  return by === "other" ? otherAccount : undefined;
}
