/**
 * Whether an address has an account is said in the mail to it alone: not by a text, a header or a limit, and not by time, since
 * the same work is done before the answer. The rest, and the mail, come after it.
 * `no-account.proof.ts` counts the limits.
 */
import { createHook } from "node:async_hooks";
import { ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { addressOf, HOLDERS, serviceWithHolders } from "../../test/support/holders.ts";
import { statements } from "../../test/support/statements.ts";

/** The work until the next answer begins: statements, and passwords that are hashed. */
function countWork() {
  const taken = statements();
  const work: { statements: string[]; hashes: number }[] = [];
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "SCRYPTREQUEST") hashes += 1;
    },
  }).enable();
  const { writeHead } = ServerResponse.prototype;
  const spy = vi.spyOn(ServerResponse.prototype, "writeHead").mockImplementation(function (
    this: ServerResponse,
    ...given: unknown[]
  ) {
    work.push({ statements: taken(), hashes });
    return writeHead.apply(this, given as never);
  });
  onTestFinished(() => {
    hook.disable();
    spy.mockRestore();
  });
  return {
    start() {
      taken();
      hashes = 0;
      work.splice(0);
    },
    untilAnswer: () => work[0]!,
  };
}

test.each<[door: string, path: string, entries: Record<string, string>, status: number, hashes: number]>([
  ["a new password", "/forgot-password", {}, 200, 0],
  ["a mailed link", "/sign-in", { go: "link", password: "" }, 200, 0],
  ["a new account", "/sign-up", {}, 200, 0],
  ["a password", "/sign-in", { password: "not the right words" }, 403, 1],
])(
  "%s: gives the same answer after the same work for any address",
  async (_, path, entries, status, hashes) => {
    const { send } = await serviceWithHolders();
    const work = countWork();
    // Loads modules that are loaded once.
    await send(path, "no-account", entries);
    const seen = [];
    for (const holder of HOLDERS) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      work.start();
      const answer = await send(path, holder, entries);
      seen.push({ ...answer, ...work.untilAnswer() });
    }
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect([seen[0]!.status, seen[0]!.hashes]).toEqual([status, hashes]);
  },
);

test("mails follow the answer, to accounts that are not locked, and to newcomers who sign up", async () => {
  const { send, mails, nextMail } = await serviceWithHolders();
  for (const path of ["/forgot-password", "/sign-up"])
    for (const holder of HOLDERS) await send(path, holder, {});
  // The last one that is sent, so that all others were.
  await nextMail(addressOf("no-account"));
  await vi.waitFor(async () => expect(await mails.list()).toHaveLength(5));
  const sent = (await mails.list()).map(({ to }) => to).sort();
  const [withPassword, byLink, , newcomer] = HOLDERS.map(addressOf);
  expect(sent).toEqual([byLink, byLink, newcomer, withPassword, withPassword].sort());
});
