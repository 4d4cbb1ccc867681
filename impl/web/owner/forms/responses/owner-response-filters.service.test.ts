/** Filters by answer on the owner's pages, in a browser without scripts. */
import { expect, test } from "vitest";
import type { FormOperation, FormStructure } from "../../../../../generated/types.ts";
import { insertVersion } from "../../../../forms/forms.ts";
import { carryOut } from "../../../../forms/operations/carry-out.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import type { Page } from "../../../../test/support/visitor.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        { id: "guests", type: "number", label: { en: "Guests" } },
        {
          id: "meal",
          type: "single_choice",
          label: { en: "Meal" },
          allow_other: true,
          choices: [
            { id: "soup", label: { en: "Soup" } },
            { id: "fish", label: { en: "Fish" } },
          ],
        },
        { id: "day", type: "date", label: { en: "Day" } },
      ],
    },
  ],
};

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses`;
  const address = (answers: string, more = {}) => `${path}?${new URLSearchParams({ answers, ...more })}`;
  return { service, ada, ...answered, path, address };
}

/** Returns the address that a form leads to, which is found by its class or its id. */
function entered(page: Page, look: string, entries: Readonly<Record<string, string | string[]>>): string {
  const [, action = "", content = ""] =
    new RegExp(
      `<form (?:class|id)="${look}" method="get" action="([^"#]+)[^"]*"[^>]*>(.*?)</form>`,
      "s",
    ).exec(page.html) ?? [];
  const query = new URLSearchParams();
  for (const [input] of content.matchAll(/<input[^>]*>/g)) {
    const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? "";
    const isSent = !/type="(radio|checkbox)"/.test(input) || input.includes(" checked");
    if (isSent && !(of("name") in entries)) query.append(of("name"), of("value").replaceAll("&quot;", '"'));
  }
  for (const [name, value] of Object.entries(entries))
    for (const one of [value].flat()) query.append(name, one);
  return `${action}?${query}`;
}

const people = (html: string) => [...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name);
const chips = (html: string) =>
  [...html.matchAll(/<li>\s*<span[^>]*>([^<]+)<\/span>\s*<a href="([^"]+)"/g)].map(([, text, without]) => ({
    text,
    without: without!.replaceAll("&amp;", "&"),
  }));

async function four({ service, respond }: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const [name, answers] of [
    ["ann", { name: "Zoë", guests: 10, meal: "soup", day: "2026-03-01" }],
    ["bo", { name: "Bo", meal: "fish" }],
    ["cy", { name: "zoe", guests: -2, meal: { other: "Bread" }, day: "2026-04-01" }],
    ["di", { guests: 9, meal: "soup" }],
  ] as const) {
    await respond(answers, { email: `${name}@example.org` });
    service.time.now = new Date(service.time.now.getTime() + 1_000);
  }
}

test("filters are added question by question, apply together, and are removed one by one", async () => {
  const started = await start();
  const { ada, path } = started;
  await four(started);
  const add = (page: Page, where: string, entries: Readonly<Record<string, string | string[]>>) =>
    ada.open(entered(page, `filter-${where}`, entries));
  const soup = await add(await ada.open(path), "meal", { op: "one_of", value: ["soup", "+other"] });
  expect(new URL(soup.url).search).toBe("?answers=meal%3Aone_of%3Asoup%2C%2Bother");
  expect([people(soup.html), chips(soup.html).map(({ text }) => text)]).toEqual([
    ["di", "cy", "ann"],
    ["Meal: Soup or Other"],
  ]);
  const zoe = await add(soup, "name", { op: "contains", has: "ZOE" });
  expect(people(zoe.html)).toEqual(["cy", "ann"]);
  const many = await add(zoe, "guests", { op: "range", low: "1,5" });
  expect(people(many.html)).toEqual(["ann"]);
  expect(chips(many.html).map(({ text }) => text)).toEqual([
    "Meal: Soup or Other",
    "Name: contains “ZOE”",
    "Guests: from 1.5",
  ]);
  const fewer = await ada.open(chips(many.html)[1]!.without);
  expect([people(fewer.html), chips(fewer.html).length]).toEqual([["di", "ann"], 2]);
  // The search, the days, the order and the columns keep the filters.
  const searched = await ada.open(entered(fewer, "filters", { text: "zoe", columns: ["name"] }));
  expect([people(searched.html), chips(searched.html).length]).toEqual([["ann"], 2]);
  const none = await add(await ada.open(path), "day", { op: "empty" });
  expect(people(none.html)).toEqual(["di", "bo"]);
});

test("the heads of the table have ids of their own, whatever the ids of the questions are", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const [page] = structure.pages;
  const fields = ["time", "address"].map((id) => ({ id, type: "short_text" as const, label: { en: id } }));
  const { form, respond } = await answeredForm(service, { ...structure, pages: [{ ...page!, fields }] });
  await respond({ time: "Noon" });
  const { html } = await ada.open(`/forms/${form.id}/responses`);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toEqual(expect.arrayContaining(["menu-time", "menu--time", "filter-time", "filter--time"]));
});

test("a filter that was not entered right is not added, and says why", async () => {
  const { ada, path, respond, address } = await start();
  await respond({ name: "Ada" });
  const wrong = async (query: string) => (await ada.open(`${path}?${query}`)).html;
  expect(await wrong("where=meal&op=one_of&value=bread")).toContain("Tick at least one answer.");
  expect(await wrong("where=guests&op=range&low=many")).toMatch(/Enter a number.*value="many"/s);
  expect(await wrong("where=guests&op=range&low=2&high=1")).toContain("Enter a number");
  expect(await wrong("where=day&op=range&low=2026-02-30")).toContain("Enter a day");
  expect(await wrong("where=name&op=contains&has=+")).toContain("Enter the text to look for.");
  expect(await wrong("where=name")).not.toContain('role="alert"');
  expect(await wrong("where=nothing&op=contains&has=x")).not.toContain('role="alert"');
  const long = `name:contains:${"x".repeat(200)}`;
  const full = await ada.open(
    address(Array.from({ length: 6 }, () => long).join(";"), { where: "name", op: "empty" }),
  );
  expect(chips(full.html)).toHaveLength(7);
  const more = await ada.open(
    address(Array.from({ length: 6 }, () => long).join(";"), {
      where: "name",
      op: "contains",
      has: "y".repeat(200),
    }),
  );
  expect([more.html.includes("too long together"), chips(more.html).length]).toEqual([true, 6]);
  const ten = await ada.open(address(Array.from({ length: 10 }, () => "name:answered").join(";")));
  expect(ten.html).not.toContain('id="where"');
});

test("pages, neighbours and the selection hold the filters; a cursor of other filters leads to the first page", async () => {
  const { ada, path, respondOften, address, service } = await start();
  await respondOften(90, (n) => ({ guests: n, meal: n % 3 === 0 ? "soup" : "fish" }));
  const seen: (string | undefined)[] = [];
  const link = (html: string, text: string) =>
    new RegExp(`href="([^"]+)"[^>]*>${text}`).exec(html)?.[1]?.replaceAll("&amp;", "&");
  const pages: string[] = [];
  for (let next: string | undefined = address("meal:one_of:soup"); next; ) {
    pages.push(next);
    const { html } = await ada.open(next);
    seen.push(...[...html.matchAll(/data-question="Guests"><span>(\d+)/g)].map(([, guests]) => guests));
    next = link(html, "Search older responses");
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `${87 - 3 * n}`));
  const cursor = new URL(pages[1]!, service.publicUrl).searchParams.get("cursor")!;
  const other = await ada.open(address("meal:one_of:fish", { cursor }));
  expect(other.html).toContain("This list has changed");
  const list = await ada.open(address("meal:one_of:soup;guests:range:..9", { sort: "guests" }));
  expect([...list.html.matchAll(/data-question="Guests"><span>(\d+)/g)].map(([, guests]) => guests)).toEqual([
    "0",
    "3",
    "6",
    "9",
  ]);
  const first = await ada.open(
    /class="when fixed"><a href="([^"]+)"/.exec(list.html)![1]!.replaceAll("&amp;", "&"),
  );
  expect((await ada.open(link(first.html, "Next")!)).html).toContain("<dt>Guests</dt><dd>3");
  const all = await ada.open(address("meal:one_of:soup", { select: "all" }));
  expect(all.html).toContain("All 30 that match are selected.");
  const sure = await ada.send(all, `${path}/selected`, { action: "delete" });
  await ada.send(sure, `${path}/selected`, { action: "delete_sure" });
  const left = await service.storage.db
    .selectFrom("responses")
    .select("answers")
    .where("status", "=", "verified")
    .execute();
  expect([left.length, left.some(({ answers }) => answers.includes("soup"))]).toEqual([60, false]);
  expect(people((await ada.open(address("meal:one_of:soup", { status: "deleted" }))).html)).toHaveLength(25);
});

test("a filter that does not fit the form shows no response, so no action reaches what the list did not show", async () => {
  const started = await start();
  const { ada, address } = started;
  await four(started);
  const page = await ada.open(address("gone:one_of:a"));
  expect(people(page.html)).toEqual([]);
  expect(chips(page.html).map(({ text }) => text)).toEqual(["A filter that does not fit this form"]);
});

test("the summary and the file hold the filters of the page", async () => {
  const started = await start();
  const { ada, form, path, address } = started;
  await four(started);
  const table = await ada.open(address("meal:one_of:soup;guests:range:10.."));
  const summary = await ada.open(
    /href="([^"]+)">Show these in the summary/.exec(table.html)![1]!.replaceAll("&amp;", "&"),
  );
  expect(summary.html).toMatch(/1 response<[\s\S]*1 of 1 answered|1 response</);
  expect(chips(summary.html)).toHaveLength(2);
  expect(summary.html).not.toContain("Opened");
  const soup = await ada.open(`${path}/summary?answers=meal:one_of:soup`);
  expect(soup.html).toContain("<h2>2 responses</h2>");
  const added = await ada.open(`${path}/summary?answers=meal:one_of:soup&where=name&op=empty`);
  expect([new URL(added.url).pathname, added.html.includes("<h2>1 response</h2>")]).toEqual([
    `${path}/summary`,
    true,
  ]);
  expect(table.html).toContain("Only those that meet the filters by answer are in the file.");
  const file = await ada.send(table, `/forms/${form.id}/export`, { format: "csv" });
  expect(file.html.match(/[a-z]+@example\.org/g)).toEqual(["ann@example.org"]);
  const all = await ada.send(await ada.open(path), `/forms/${form.id}/export`, { format: "csv" });
  expect(all.html.match(/[a-z]+@example\.org/g)).toHaveLength(4);
  const chosen = await ada.open(address("meal:one_of:soup", { select: "page" }));
  const ticked = await ada.send(chosen, `${path}/selected`, { action: "export", format: "csv" });
  expect(ticked.html.match(/[a-z]+@example\.org/g)).toEqual(["ann@example.org", "di@example.org"]);
});

test("a bar of the summary leads to the responses that it counts, with the filters of the summary", async () => {
  const started = await start();
  const { ada, path } = started;
  await four(started);
  const bars = (html: string) =>
    [...html.matchAll(/class="bar-label"><a href="([^"]+)">([^<]+)<\/a>/g)].map(([, address, label]) => ({
      label,
      address: address!.replaceAll("&amp;", "&"),
    }));
  const follow = async (page: Page) => {
    const led: [string, string[]][] = [];
    for (const { label, address } of bars(page.html))
      led.push([label!, people((await ada.open(address)).html) as string[]]);
    return led;
  };
  const all = await ada.open(`${path}/summary`);
  expect(await follow(all)).toEqual([
    ["Soup", ["di", "ann"]],
    ["Fish", ["bo"]],
    ["Other", ["cy"]],
  ]);
  // A bar without answers leads nowhere.
  const some = await ada.open(`${path}/summary?${new URLSearchParams({ answers: "guests:range:10.." })}`);
  expect(await follow(some)).toEqual([["Soup", ["ann"]]]);
  // A filter that applies already is not added again.
  const soup = await ada.open(`${path}/summary?${new URLSearchParams({ answers: "meal:one_of:soup" })}`);
  const [bar] = bars(soup.html);
  expect(chips((await ada.open(bar!.address)).html)).toHaveLength(1);
});

test("answers to retired questions and to earlier versions are still found", async () => {
  const { service, ada, form, respond, path, address } = await start();
  await respond({ meal: "fish", name: "Old" }, { email: "old@example.org" });
  const operations: FormOperation[] = [{ op: "retire_field", id: "meal" }];
  const done = carryOut(structure, operations);
  if ("problems" in done) throw new Error(JSON.stringify(done.problems));
  await service.storage.db.transaction().execute(async (transaction) => {
    await insertVersion(transaction, { id: form.id, version: 2 }, done.structure, service.time.now);
    await transaction.updateTable("forms").set({ version: 2 }).where("id", "=", form.id).execute();
  });
  service.time.now = new Date(service.time.now.getTime() + 1_000);
  await respond({ name: "New" }, { email: "new@example.org", form_version: 2 });
  expect((await ada.open(`${path}/summary`)).html).toContain("Meal (no longer asked)");
  expect(people((await ada.open(address("meal:one_of:fish"))).html)).toEqual(["old"]);
  expect(people((await ada.open(address("name:answered"))).html)).toEqual(["new", "old"]);
});

test("accounts with view access filter, too; strangers learn nothing", async () => {
  const started = await start();
  const { service, ada, form, address } = started;
  await four(started);
  const bob = await service.signIn("bob@example.org");
  const missing = await bob.open(`/forms/frm_${"0".repeat(22)}/responses`);
  const strange = await bob.open(address("meal:one_of:soup", { where: "name", op: "empty" }));
  expect([strange.status, strange.html]).toEqual([404, missing.html]);
  const overview = await ada.open(`/forms/${form.id}`);
  await ada.send(overview, `/forms/${form.id}/share`, { email: "bob@example.org", permission: "view" });
  expect(people((await bob.open(address("meal:one_of:soup"))).html)).toEqual(["di", "ann"]);
  expect(people((await bob.open(address("meal:one_of:soup", { status: "deleted" }))).html)).toEqual([
    "di",
    "ann",
  ]);
});
