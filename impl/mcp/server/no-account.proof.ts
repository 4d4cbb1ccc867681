/** Limits do not tell whether an address has an account: a stranger tries passwords and links until the limits refuse. */
import { expect, test } from "vitest";
import { HOLDERS, serviceWithHolders } from "../../test/support/holders.ts";

test("limits count the same for any address", async () => {
  const { send, time } = await serviceWithHolders();
  const refusals = async (holder: (typeof HOLDERS)[number]) => {
    const statuses = [];
    for (let asked = 0; asked < 12; asked += 1) {
      const link = await send("/forgot-password", holder, {});
      const password = await send("/sign-in", holder, { password: "not the right words" });
      statuses.push(link.status, password.status);
    }
    return statuses.join(" ");
  };
  const all = [];
  for (const holder of HOLDERS) {
    all.push(await refusals(holder));
    // Limits by network are for all addresses together.
    time.now = new Date(time.now.getTime() + 3_600_000);
  }
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toBe(`${"200 403 ".repeat(5)}${"429 403 ".repeat(5)}${"429 429 ".repeat(2)}`.trim());
});
