/** The orders of the list of forms: each in both directions, page by page, with equal values, own and shared forms. */
import { expect, test } from "vitest";
import { start, startProcess } from "../test/support/domain.ts";
import { type FormOrder, ORDERS } from "./list-order.ts";

/** The last two are in another order by UTF-16 than by their bytes. */
const TITLES = ["Zebra", "äpfel", "Birne", "birne", "\uf8ff Zelt", "🌞 Cafe"];

/** Twelve forms of Ada, six of them shared by Bob; two each have the same values. */
async function someForms() {
  const service = await startProcess();
  const { storage, time, account, create } = service;
  const [ada, bob] = [await account(), await account("bob@example.org")];
  for (let n = 0; n < 12; n += 1) {
    time.now = new Date(start.getTime() + Math.floor(n / 2) * 60_000);
    const owner = n % 4 < 2 ? ada : bob;
    const form = await create(owner, { title: TITLES[Math.floor(n / 2)]!, publish: n % 3 > 0 });
    const at = time.now.toISOString();
    if (owner === bob)
      await storage.db
        .insertInto("form_shares")
        .values({ form_id: form.id, account_id: ada.id, permission: "view", created_at: at, updated_at: at })
        .execute();
    for (let response = 0; response < (n * 7) % 5; response += 1)
      await respond(
        form.id,
        `rsp_${n}_${response}`,
        new Date(start.getTime() + ((n * 3) % 4) * DAY + response),
      );
    await storage.db
      .updateTable("forms")
      .set({ updated_at: new Date(start.getTime() + ((n * 5) % 6) * DAY).toISOString() })
      .where("id", "=", form.id)
      .execute();
  }
  return { ...service, ada, bob };

  async function respond(form_id: string, id: string, at: Date) {
    await storage.db
      .insertInto("responses")
      .values({
        id,
        form_id,
        form_version: 1,
        status: "verified",
        language: "en",
        email: null,
        answers: "{}",
        submitted_at: at.toISOString(),
        verified_at: null,
      })
      .execute();
  }
}

const DAY = 86_400_000;

test.each(ORDERS.flatMap((by) => (["asc", "desc"] as const).map((direction) => ({ by, direction }))))(
  "by $by, $direction: every form once, in order, page by page",
  async (order) => {
    const { ada, list, storage } = await someForms();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(ada, {}, 5, cursor, order);
      expect(page.totalCount).toBe(12);
      seen.push(...page.forms.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const expected = await sortedForms(storage, order);
    expect(seen).toEqual(expected);
  },
);

/** Sorts all forms here, with what the tables have. */
async function sortedForms({ db }: Awaited<ReturnType<typeof someForms>>["storage"], order: FormOrder) {
  const forms = await db.selectFrom("forms").selectAll().execute();
  const responses = await db.selectFrom("responses").select(["form_id", "submitted_at"]).execute();
  const values = forms.map((form) => {
    const times = responses.filter(({ form_id }) => form_id === form.id).map((one) => one.submitted_at);
    const value = {
      updated: form.updated_at,
      created: form.created_at,
      title: form.title_folded,
      responses: `${times.length}`,
      latest: times.toSorted().at(-1) ?? "",
    }[order.by];
    return [value, form.id] as const;
  });
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  values.sort(([a, first], [b, second]) => compare(a, b) || compare(first, second));
  const ids = values.map(([, id]) => id);
  return order.direction === "asc" ? ids : ids.reverse();
}

test("an order goes together with a search and a status, and its cursor works for it only", async () => {
  const { ada, list } = await someForms();
  const byTitle = { by: "title", direction: "asc" } as const;
  const found = await list(ada, { query: "e", status: "published" }, 100, undefined, byTitle);
  const titles = ["äpfel", "birne", "birne", "birne", "zebra", "\uf8ff zelt", "🌞 cafe", "🌞 cafe"];
  expect(found.forms.map(({ title }) => title.toLowerCase())).toEqual(titles);
  const { nextCursor } = await list(ada, {}, 5, undefined, byTitle);
  await expect(list(ada, {}, 5, nextCursor)).rejects.toMatchObject({ code: "invalid_input" });
  const reversed = list(ada, {}, 5, nextCursor, { by: "title", direction: "desc" });
  await expect(reversed).rejects.toMatchObject({ code: "invalid_input" });
});

test("a title whose compared form is longer than an index entry can be stored", async () => {
  const { create, account, list } = await startProcess();
  const ada = await account();
  const long = "ﷺ".repeat(200);
  await create(ada, { title: long });
  await create(ada, { title: "Short" });
  const { forms } = await list(ada, {}, 100, undefined, { by: "title", direction: "desc" });
  expect(forms.map(({ title }) => title)).toEqual([long, "Short"]);
});
