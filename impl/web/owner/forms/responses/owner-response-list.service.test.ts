/** The owner's list of responses: its order, the selection, and links from one response to the next. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { everyFieldForm } from "../../../../test/support/every-field-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

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
      ],
    },
  ],
};

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses`;
  const count = async (status: "verified" | "deleted") =>
    (await service.storage.db.selectFrom("responses").select("id").where("status", "=", status).execute())
      .length;
  return { service, ada, ...answered, path, count };
}

const people = (html: string) => [...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name);

/** Finds the address of a link by its text. */
function linkTo(html: string, text: string): string | undefined {
  const [, address] = new RegExp(`href="([^"]+)"[^>]*>${text}`).exec(html) ?? [];
  return address?.replaceAll("&amp;", "&");
}

/** Creates responses; Bo's has no number. */
async function four({ service, respond }: Awaited<ReturnType<typeof start>>) {
  const ids = new Map<string, string>();
  for (const [name, answers] of [
    ["ann", { name: "Zoë", guests: 10 }],
    ["bo", { name: "ähm" }],
    ["cy", { name: "Anton", guests: -2 }],
    ["di", { name: "Zoe 2", guests: 9 }],
  ] as const) {
    ids.set(name, await respond(answers, { email: `${name}@example.org` }));
    service.time.now = new Date(service.time.now.getTime() + 1_000);
  }
  return ids;
}

test("a head of the table sorts by its column, a second click reverses the order, and missing answers come last", async () => {
  const started = await start();
  const { ada, path } = started;
  await four(started);
  const orders = {
    "": ["di", "cy", "bo", "ann"],
    "-": ["ann", "bo", "cy", "di"],
    "@": ["ann", "bo", "cy", "di"],
    "-@": ["di", "cy", "bo", "ann"],
    name: ["bo", "cy", "ann", "di"],
    guests: ["cy", "di", "ann", "bo"],
    "-guests": ["ann", "di", "cy", "bo"],
    "made up": ["di", "cy", "bo", "ann"],
  };
  for (const [sort, order] of Object.entries(orders))
    expect([sort, people((await ada.open(`${path}?${new URLSearchParams({ sort })}`)).html)]).toEqual([
      sort,
      order,
    ]);
  const once = await ada.open(linkTo((await ada.open(path)).html, "Guests")!);
  expect(once.html).toMatch(/aria-sort="ascending"[^>]*><div class="head"><a [^>]*>Guests/);
  expect([people(once.html), people((await ada.open(linkTo(once.html, "Guests")!)).html)]).toEqual([
    orders.guests,
    orders["-guests"],
  ]);
  expect((await ada.open(linkTo((await ada.open(path)).html, "Submitted")!)).html).toMatch(
    /aria-sort="ascending"[^>]*><div class="head"><a [^>]*>Submitted/,
  );
  expect(people((await ada.open(`${path}?sort=-guests&text=zo`)).html)).toEqual(["ann", "di"]);
});

test("sorted lists and searches have pages, and links from one response to the next", async () => {
  const { ada, respondOften, path } = await start();
  await respondOften(60, (n) => ({ name: n % 2 === 0 ? "even" : "odd", guests: (n * 7) % 60 }));
  const pages: (string | undefined)[] = [];
  for (let next: string | undefined = `${path}?sort=guests`; next !== undefined; ) {
    const { html } = await ada.open(next);
    pages.push(...[...html.matchAll(/data-question="Guests"><span>(\d+)/g)].map(([, number]) => number));
    next = linkTo(html, "Show more responses");
  }
  expect(pages).toEqual(Array.from({ length: 60 }, (_, n) => `${n}`));
  for (const [query, way] of [
    ["sort=-guests", ["59", "58", "57"]],
    ["sort=-", ["0", "7", "14"]],
    ["text=even&sort=-", ["0", "14", "28"]],
    ["text=odd", ["53", "39", "25"]],
  ] as const) {
    const seen: (string | undefined)[] = [];
    const list = await ada.open(`${path}?${query}`);
    let page = await ada.open(
      /class="when fixed"><a href="([^"]+)"/.exec(list.html)![1]!.replaceAll("&amp;", "&"),
    );
    expect(linkTo(page.html, "Previous")).toBeUndefined();
    for (const _ of way) {
      seen.push(/<dt>Guests<\/dt><dd>(\d+)/.exec(page.html)?.[1]);
      page = await ada.open(linkTo(page.html, "Next")!);
    }
    expect([query, seen]).toEqual([query, way]);
    expect(linkTo(page.html, "All responses")).toBe(
      `${path}?${query.replace(/(text=\w+)&(sort=-)/, "$2&$1")}`,
    );
    const back = await ada.open(linkTo(page.html, "Previous")!);
    expect(/<dt>Guests<\/dt><dd>(\d+)/.exec(back.html)?.[1]).toBe(way.at(-1));
  }
});

test("selects this page or all matches without scripts, and actions change only those", async () => {
  const { ada, respondOften, path, count } = await start();
  await respondOften(40, (n) => ({ name: n < 30 ? "early" : "late" }));
  const list = await ada.open(path);
  expect(list.html).not.toMatch(/<script>|name="response"[^>]*checked/);
  const page = await ada.open(linkTo(list.html, "Select this page")!);
  expect(page.html.match(/name="response"[^>]*checked/g)).toHaveLength(25);
  await ada.send(page, `${path}/selected`, { action: "delete" });
  expect([await count("verified"), await count("deleted")]).toEqual([15, 25]);
  const all = await ada.open(`${path}?status=deleted&select=all`);
  expect(all.html).toContain("All 25 that match are selected.");
  await ada.send(all, `${path}/selected`, { action: "restore" });
  expect(await count("verified")).toBe(40);
  const early = await ada.open(linkTo((await ada.open(`${path}?text=early`)).html, "Select all that match")!);
  const sure = await ada.send(early, `${path}/selected`, { action: "delete" });
  expect(sure.html).toContain("Delete 30 responses?");
  expect(await count("verified")).toBe(40);
  const deleted = await ada.send(sure, `${path}/selected`, { action: "delete_sure" });
  expect([await count("verified"), await count("deleted")]).toEqual([10, 30]);
  expect(linkTo(deleted.html, "Deleted<")).toBe(`${path}?status=deleted&text=early`);
  const erased = await ada.open(`${linkTo(deleted.html, "Deleted<")}&select=all`);
  const asked = await ada.send(erased, `${path}/selected`, { action: "erase" });
  expect(asked.html).toContain("Erase 30 responses?");
  await ada.send(asked, `${path}/selected`, { action: "erase_sure" });
  expect(await ada.open(`${path}?status=deleted`).then(({ html }) => people(html))).toEqual([]);
});

test("responses that arrive after all were selected are left alone, also on the page that asks", async () => {
  const { service, ada, respond, respondOften, path, count } = await start();
  await respondOften(30, (n) => ({ name: `early ${n}` }));
  service.time.now = new Date(service.time.now.getTime() + 60_000);
  const early = await ada.open(`${path}?text=early&select=all`);
  await respond({ name: "early, but later" }, { email: "new@example.org" });
  const sure = await ada.send(early, `${path}/selected`, { action: "delete" });
  expect(sure.html).toContain("Delete 30 responses?");
  service.time.now = new Date(service.time.now.getTime() + 60_000);
  await respond({ name: "early, but last" }, { email: "newer@example.org" });
  const rest = await ada.send(sure, `${path}/selected`, { action: "delete_sure" });
  expect([people(rest.html), await count("deleted")]).toEqual([["newer", "new"], 30]);
});

test("nothing is done if one of the selected responses is gone or another one is among them", async () => {
  const { service, ada, respond, respondOften, path, count } = await start();
  await respondOften(30, (n) => ({ name: `early ${n}` }));
  const [first] = people((await ada.open(path)).html);
  const refused = async (before: () => Promise<unknown>) => {
    const all = await ada.open(`${path}?text=early&select=all`);
    await before();
    const answer = await ada.send(all, `${path}/selected`, { action: "delete" });
    expect(answer.html).toContain("Nothing was done");
  };
  // It was sent before the others, and its address was confirmed after them.
  await refused(() => respond({ name: "early" }, { email: "confirmed@example.org" }));
  expect([await count("verified"), await count("deleted")]).toEqual([31, 0]);
  const latest = await service.storage.db
    .selectFrom("responses")
    .select("id")
    .where("email", "=", `${first}@example.org`)
    .executeTakeFirstOrThrow();
  await refused(async () =>
    ada.send(await ada.open(path), `${path}/selected`, { action: "delete", response: latest.id }),
  );
  expect([await count("verified"), await count("deleted")]).toEqual([30, 1]);
  const list = await ada.open(`${path}?text=early&select=all`);
  const forged = list.html.replace(/name="all" value="30\./, 'name="all" value="1.');
  const answer = await ada.send({ ...list, html: forged }, `${path}/selected`, { action: "delete" });
  expect(answer.html).toContain("Nothing was done");
});

test("of more responses than a page reads, the latest are selected, and the page says so", async () => {
  const { ada, respondOften, path, count } = await start();
  await respondOften(5_010, (n) => ({ name: `Person ${n}` }));
  const all = await ada.open(linkTo((await ada.open(path)).html, "Select the latest 5,000")!);
  expect(all.html).toContain("The latest 5,000 are selected. There are older ones.");
  expect(all.html).toContain("Selected responses: <strong>5,000<");
  const sure = await ada.send(all, `${path}/selected`, { action: "delete" });
  expect(sure.html).toContain("Delete 5,000 responses?");
  expect(people((await ada.send(sure, `${path}/selected`, { action: "delete_sure" })).html)).toEqual(
    Array.from({ length: 10 }, (_, n) => `person${9 - n}`),
  );
  expect(await count("deleted")).toBe(5_000);
});

test("a file contains only the selected responses", async () => {
  const started = await start();
  const { ada, path } = started;
  const ids = await four(started);
  const list = await ada.open(path);
  const [ann, bo] = [ids.get("ann")!, ids.get("bo")!];
  const file = await ada.send(list, `${path}/selected`, {
    action: "export",
    format: "csv",
    response: [ann, bo],
  });
  expect([file.headers.get("content-disposition"), file.html.match(/\w+@example/g)]).toEqual([
    expect.stringContaining("trip.csv"),
    ["ann@example", "bo@example"],
  ]);
  // The same format for other responses is a different file.
  const other = await ada.send(list, `${path}/selected`, {
    action: "export",
    format: "csv",
    response: ids.get("cy")!,
  });
  expect(other.html.match(/\w+@example/g)).toEqual(["cy@example"]);
  const found = await ada.open(`${path}?text=zo&select=all`);
  const all = await ada.send(found, `${path}/selected`, { action: "export", format: "csv" });
  expect(all.html.match(/\w+@example/g)).toEqual(["ann@example", "di@example"]);
  expect((await ada.send(list, `${path}/selected`, { action: "export", format: "csv" })).html).toContain(
    "Select responses first",
  );
});

test("a matrix is chosen and searched by its own label, and has a column for each row", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service);
  await respond({ sessions: { rows: { morning: ["talk"], evening: ["workshop"] } } });
  const matrix = everyFieldForm()
    .pages.flatMap(({ fields }) => fields)
    .find(({ id }) => id === "sessions");
  const label = String(matrix?.label?.en);
  const { html } = await ada.open(`/forms/${form.id}/responses?columns=sessions`);
  expect(html).toContain(`<option value="sessions">${label}</option>`);
  expect(html).toMatch(new RegExp(`name="columns" value="sessions" checked><span[^>]*>${label}</span>`));
  const heads = [...html.matchAll(/<div class="head"><a [^>]*>([^<]*)</g)].map(([, head]) => head);
  expect(heads.slice(2)).toEqual([`${label}: Morning`, `${label}: Evening`]);
  const summary = await ada.open(`/forms/${form.id}/responses/summary`);
  expect(summary.html).toContain(`<option value="sessions">${label}</option>`);
});

test("a page shows days in one format, and the search finds them in this format and in the format of files", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service);
  service.time.now = new Date("2026-03-15T12:00:00Z");
  const id = await respond({ birthday: "1990-05-01", arrival: "2026-06-02T09:30" });
  const path = `/forms/${form.id}/responses`;
  for (const address of [`${path}?columns=birthday,arrival`, `${path}/${id}`]) {
    const { html } = await ada.open(address, { "Accept-Language": "en-GB" });
    for (const day of ["15\u00a0March 2026", "1\u00a0May 1990", "2\u00a0June 2026 at\u00a009:30"])
      expect(html).toContain(day);
    expect(html).not.toContain("1990-05-01");
  }
  for (const text of ["1 May 1990", "1990-05"]) {
    const { html } = await ada.open(`${path}?text=${encodeURIComponent(text)}`, {
      "Accept-Language": "en-GB",
    });
    expect([text, people(html)]).toEqual([text, ["alan"]]);
  }
});

test("an unticked box counts in the shares, but not as an answer", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respondOften } = await answeredForm(service);
  await respondOften(4, (n) => ({ name: `Person ${n}`, terms: n === 0 }));
  const { html } = await ada.open(`/forms/${form.id}/responses/summary`);
  const [card = ""] = /<section class="question" id="q-terms">.*?<\/section>/s.exec(html) ?? [];
  expect(card).toContain("1 of 4 answered");
  expect(card.replace(/<[^>]*>/g, " ")).toMatch(/Yes\s+1\s+25%\s+No\s+3\s+75%/);
});
