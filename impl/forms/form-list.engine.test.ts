import { expect, test } from "vitest";
import { refusal, start, startProcess } from "../test/support/domain.ts";

/** Ten forms, a second apart, so `form 0` is the oldest. */
async function tenForms() {
  const service = await startProcess();
  const ada = await service.account();
  for (let n = 0; n < 10; n += 1) {
    service.time.now = new Date(start.getTime() + n * 1000);
    await service.create(ada, { title: `form ${n}` });
  }
  return { ...service, ada };
}

test("pages neither repeat nor skip a form while others are made", async () => {
  const { ada, list, create } = await tenForms();
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(ada, { query: "form" }, 3, cursor);
    titles.push(...page.forms.map(({ title }) => title));
    cursor = page.nextCursor;
    await create(ada, { title: "form that came in between" });
  } while (cursor !== undefined);
  expect(titles).toEqual(Array.from({ length: 10 }, (_, n) => `form ${9 - n}`));
});

test("forms of the same instant are listed once each, own and shared ones in one order", async () => {
  const { storage, account, create, list } = await startProcess();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  for (let n = 0; n < 6; n += 1) {
    await create(ada);
    const form = await create(bob);
    const at = start.toISOString();
    const share = {
      form_id: form.id,
      account_id: ada.id,
      permission: "view" as const,
      created_at: at,
      updated_at: at,
    };
    await storage.db.insertInto("form_shares").values(share).execute();
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(ada, {}, 5, cursor);
    expect(page.totalCount).toBe(12);
    seen.push(...page.forms.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(12);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
});

test("a cursor works for its list only", async () => {
  const { ada, list, account } = await tenForms();
  const { nextCursor } = await list(ada, {}, 3);
  const bob = await account("bob@example.org");
  const changed = `${nextCursor!.startsWith("A") ? "B" : "A"}${nextCursor!.slice(1)}`;
  const attempts = [
    list(ada, { status: "draft" }, 3, nextCursor),
    list(ada, { query: "form" }, 3, nextCursor),
    list(bob, {}, 3, nextCursor),
    list(ada, {}, 3, changed),
    list(ada, {}, 3, nextCursor!.slice(0, -4)),
    list(ada, {}, 3, "AAAA"),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toEqual(refusal("invalid_input"));
});

const queries: [query: string, title: string, found: boolean][] = [
  ["cafe", "Café Müller", true],
  ["MÜLL", "Café Müller", true],
  ["strasse", "Straße 7", true],
  ["ΟΔΟΣ", "οδος", true],
  ["100%", "100% sure", true],
  ["100%", "100 people", false],
  ["a_b", "axb", false],
  ["a\\b", "a\\b", true],
  ["tea", "coffee", false],
];

test.each(queries)("query %j on title %j: %s", async (query, title, found) => {
  const { account, create, list } = await startProcess();
  const ada = await account();
  await create(ada, { title });
  expect((await list(ada, { query })).totalCount).toBe(found ? 1 : 0);
});

test("the status filter counts and lists the same forms", async () => {
  const { account, create, list } = await startProcess();
  const ada = await account();
  await create(ada, { publish: true });
  await create(ada);
  const page = await list(ada, { status: "published" });
  expect([page.totalCount, page.forms.map(({ status }) => status)]).toEqual([1, ["published"]]);
});
