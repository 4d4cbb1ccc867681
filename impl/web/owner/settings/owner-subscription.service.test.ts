import { expect, test } from "vitest";
import { findAccount } from "../../../accounts/accounts.ts";
import { creditBalance } from "../../../accounts/credits/balance.ts";
import { changePlan } from "../../../accounts/credits/change-plan.ts";
import { recordTransfer } from "../../../accounts/credits/ledger.ts";
import { DAY_MS } from "../../../test/support/domain.ts";
import { ownerPages } from "../../../test/support/owner.ts";

const PATH = "/settings/subscription";

/** Text of a page, without tags. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

test("shows the trial, the quota and the credits, and the limits of an expired trial", async () => {
  const service = await ownerPages({ environment: { CONTACT: "forms@example.org" } });
  const ada = await service.signIn();
  const { token } = await service.mint();
  await service.call(token, "service_create_form", { prompt: "Name" });
  const before = textOf((await ada.open(PATH)).html);
  for (const text of ["Free trial", "1 of 100 used", "Available 100", "+100", "Write to forms@example.org."])
    expect(before).toContain(text);
  service.time.now = new Date(service.time.now.getTime() + 8 * DAY_MS);
  const after = textOf((await ada.open(PATH)).html);
  for (const text of ["Expired", "Trial ended", "still be read, exported and deleted"])
    expect(after).toContain(text);
  expect((await ada.open("/forms")).status).toBe(200);
});

test("describes the movements of credits of this account only, in pages", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const grace = await service.signIn("grace@example.org");
  const { db } = service.storage;
  const account = (await findAccount(db, "ada@example.org"))!;
  await creditBalance(db, account, service.now());
  for (let number = 1; number <= 30; number++) {
    const reference = `invoice <b>${number}</b>`;
    const [from, to] =
      number % 2 === 0 ? (["available", "issued"] as const) : (["issued", "available"] as const);
    const transfer = {
      accountId: account.id,
      from,
      to,
      credits: number,
      cause: "operator",
      reference,
    } as const;
    service.time.now = new Date(service.time.now.getTime() + 1_000);
    await db.transaction().execute((transaction) => recordTransfer(transaction, transfer, service.now()));
  }
  const first = await ada.open(PATH);
  expect(first.html).not.toContain("<b>30");
  const [, older = ""] = /href="([^"]*after=[^"]*)"/.exec(first.html) ?? [];
  const second = await ada.open(older);
  const rows = [first, second].flatMap(({ html }) =>
    [...html.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) => textOf(row)),
  );
  expect(rows).toHaveLength(31);
  expect(rows[0]).toMatch(/Taken back by .*30.* −30/);
  expect(rows[1]).toMatch(/Added by .*29.* \+29/);
  expect(rows[30]).toMatch(/Credits of your plan/);
  const foreign = textOf((await grace.open(older)).html);
  expect(foreign).not.toContain("invoice");
});

test("the home page shows the prices of lessons and the quota of a new account", async () => {
  const service = await ownerPages();
  const page = await fetch(service.publicUrl, { headers: { Accept: "text/html", "Accept-Language": "en" } });
  const text = await page.text();
  expect(text).toContain("10 credits for a lesson, 4 for each further language, 5 for each picture");
  expect(text).toContain("7 days to try everything, with 100 generations");
});

test("a change of plan within a month shows the added credits", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { db } = service.storage;
  const account = (await findAccount(db, "ada@example.org"))!;
  await ada.open(PATH);
  for (const plan of ["starter", "team", "starter", "team"] as const) {
    service.time.now = new Date(service.time.now.getTime() + 1_000);
    await db.transaction().execute((transaction) => changePlan(transaction, account.id, plan, service.now()));
  }
  const rows = [...(await ada.open(PATH)).html.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) => textOf(row));
  expect(rows).toEqual([
    expect.stringMatching(/Difference to the plan Team, for the month from .* \+4,500 $/),
    expect.stringMatching(/Credits of your plan for the month from .* \+500 $/),
    expect.stringMatching(/Credits of your plan for the month from .* \+100 $/),
  ]);
});
