import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Ending, FormStructure } from "../../../generated/types.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { letter } from "../../test/support/states/respondent.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";

const TARGET = "https://example.org/next?a=1&b=2;url=https://evil.example/";
const REFRESH =
  '<meta http-equiv="refresh" content="0; url=https://example.org/next?a=1&amp;b=2;url=https://evil.example/">';

function withEndings(...endings: Ending[]): FormStructure {
  return { ...letter, endings };
}

/** Submits the form up to the page that asks for the code. */
async function sent(structure: FormStructure, query = "", email = "ada@example.org") {
  const forms = await publicForms();
  const url = await forms.publish(structure);
  const page = await visit(`${url}?${query}`);
  forms.later(61_000);
  const asked = await sendForm(page, { "a.email": email, go: "send" });
  const confirm = async () => sendForm(asked, { code: (await forms.mail()).code });
  return { forms, url, asked, confirm };
}

function hrefs({ html }: Page): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
}

test("an ending names where it leads to, and waits for a click", async () => {
  const { confirm } = await sent(withEndings({ id: "end", title: { en: "Bye" }, redirect_url: TARGET }));
  const done = await confirm();
  expect(done.html).toContain("Continue to example.org");
  expect(hrefs(done)).toContain(TARGET);
  expect(done.html).not.toContain("http-equiv");
});

test("an ending leads on at once after the code, by its address as it is written, and once", async () => {
  const ending = { id: "end", title: { en: "Bye" }, redirect_url: TARGET, redirect_at_once: true };
  const { asked, confirm } = await sent(withEndings(ending));
  expect(asked.html).not.toContain("example.org/next");
  const done = await confirm();
  expect(done.html).toContain(REFRESH);
  expect(done.headers.get("referrer-policy")).toBe("same-origin");
  // Without refreshes, the page is as that of any ending.
  expect(hrefs(done)).toContain(TARGET);
  const again = await visit(asked.url);
  expect(again.url).toContain("/done/");
  expect(again.html).not.toContain("http-equiv");
  expect(hrefs(again)).toContain(TARGET);
});

test("an ending leads on at once after the link in the mail", async () => {
  const ending = { id: "end", title: { en: "Bye" }, redirect_url: TARGET, redirect_at_once: true };
  const { forms } = await sent(withEndings(ending));
  const { link } = await forms.mail();
  const asked = await visit(link);
  expect(asked.html).not.toContain("example.org/next");
  expect((await sendForm(asked, { go: "confirm" })).html).toContain(REFRESH);
  expect((await visit(link)).html).not.toContain("http-equiv");
});

test.for([
  ["in a frame of another site", "embed=1", "https://example.org/next"],
  ["to an address without https, which an older version may have stored", "", "http://example.org/next"],
  ["to no address", "", undefined],
] as const)("an ending does not lead on at once %s", async ([_, query, redirect_url]) => {
  const ending = {
    id: "end",
    title: { en: "Bye" },
    redirect_at_once: true,
    ...(redirect_url && { redirect_url }),
  };
  const { confirm } = await sent(withEndings(ending), query);
  const done = await confirm();
  expect(done.html).toContain("Bye");
  expect(done.html).not.toContain("http-equiv");
  expect(hrefs(done).filter((href) => href.startsWith("http"))).toEqual(redirect_url ? [redirect_url] : []);
});

const event = {
  title: { en: "Workshop, for {{email}}", de: "Werkstatt für {{email}}" },
  start: "2027-05-20T18:30:00+02:00",
  end: "2027-05-20T20:00:00+02:00",
  place: { en: "Town hall; room 3" },
};

test("a calendar file has the event in the respondent's language", async () => {
  const { forms, url, confirm } = await sent(
    withEndings({ id: "end", title: { en: "Bye" }, calendar: event }),
  );
  const done = await confirm();
  expect(done.html).toMatch(
    /<a class="main" href="[^"]*\/event\.ics\?lang=en" download="event\.ics">Add to calendar</,
  );
  const [address = ""] = hrefs(done).filter((href) => href.includes("event.ics"));
  const file = await visit(new URL(address, forms.publicUrl).href);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'attachment; filename="event.ics"',
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const read = new ICAL.Event(new ICAL.Component(ICAL.parse(file.html)).getFirstSubcomponent("vevent")!);
  expect(read.uid).toBe(`${url.split("/").at(-1)}.end@${new URL(forms.publicUrl).host}`);
  expect([read.summary, read.location]).toEqual(["Workshop, for ada@example.org", "Town hall; room 3"]);
  expect(read.startDate.toJSDate()).toEqual(new Date("2027-05-20T16:30:00Z"));
  const german = await visit(new URL(address.replace("lang=en", "lang=de"), forms.publicUrl).href);
  expect(german.html).toContain("SUMMARY:Werkstatt für ada@example.org\r\n");
});

test("a calendar file is there only behind the ending of a confirmed response", async () => {
  const member = { field: "email", op: "equals", value: "ada@example.org" } as const;
  const structure = withEndings(
    { id: "members", title: { en: "Welcome" }, calendar: event, when: member },
    { id: "others", title: { en: "Bye" } },
  );
  const { forms, asked, confirm } = await sent(structure);
  const fileOf = (page: Page) => `${page.url.replace(/\?.*/, "").replace("/sent/", "/done/")}/event.ics`;
  expect((await visit(fileOf(asked))).status).toBe(404);
  const done = await confirm();
  const file = fileOf(done);
  expect((await visit(file)).status).toBe(200);
  const other = await forms.publish(structure);
  const stolen = file.replace(/frm_\w+/, other.split("/").at(-1)!);
  expect((await visit(stolen)).status).toBe(404);
  expect((await visit(file.replace(/done\/.{6}/, "done/AAAAAA"))).status).toBe(404);
  const page = await visit(other);
  forms.later(61_000);
  const bob = await sendForm(page, { "a.email": "bob@example.org", go: "send" });
  const bye = await sendForm(bob, { code: (await forms.mail()).code });
  expect(bye.html).not.toContain("event.ics");
  expect((await visit(fileOf(bye))).status).toBe(404);
  await forms.storage.db.updateTable("responses").set({ status: "deleted" }).execute();
  expect((await visit(file)).status).toBe(404);
});

const day = (id: string, en: string, capacity?: number) => ({
  id,
  label: { en, de: `${en} (de)` },
  ...(capacity !== undefined && { capacity }),
});

/** Two questions with places, one of which has a choice without any. */
const booking: FormStructure = {
  ...letter,
  pages: [
    {
      id: "when",
      fields: [
        {
          id: "day",
          type: "dropdown",
          label: { en: "Which day?", de: "Welcher Tag?" },
          choices: [day("mon", "Monday", 2), day("tue", "Tuesday", 2)],
        },
        {
          id: "more",
          type: "multiple_choice",
          label: { en: "What <i>else?" },
          choices: [day("lunch", "Lunch & tea", 9), day("bus", "By bus"), day("talk", "Talk", 9)],
        },
        { id: "name", type: "short_text", label: { en: "Name" } },
      ],
    },
    ...letter.pages,
  ],
};

/** Fills in the form with places. */
async function booked(answers: Readonly<Record<string, string | readonly string[]>>) {
  const forms = await publicForms();
  const url = await forms.publish(booking);
  const second = await sendForm(await visit(url), { ...answers, "a.name": "Ada Lovelace", go: "next" });
  forms.later(61_000);
  const asked = await sendForm(second, { "a.email": "ada@example.org", go: "send" });
  const confirm = async () => sendForm(asked, { code: (await forms.mail()).code });
  return { forms, asked, confirm };
}

test("the page after the confirmation shows the places that a response has, and no other answers", async () => {
  const { forms, asked, confirm } = await booked({ "a.day": "tue", "a.more": ["lunch", "bus"] });
  expect(asked.html).not.toContain("Reserved");
  const early = await visit(asked.url.replace("/sent/", "/done/"));
  expect(early.url, "not before it counts").toContain("/sent/");
  const done = await confirm();
  const [shown = ""] = /<section class="taken">.*?<\/section>/s.exec(done.html) ?? [];
  const lines = shown.replaceAll(/<[^>]+>/g, "\n").match(/[^\n]+/g);
  const rows = ["Which day?", "Tuesday", "What &lt;i&gt;else?", "Lunch &amp; tea"];
  expect(lines).toEqual(["Reserved for you", ...rows]);
  expect(done.html).not.toMatch(/By bus|Ada|example\.org/);
  expect(decodeURIComponent(done.url)).not.toMatch(/tuesday|lunch|lovelace|example/i);
  expect((await visit(done.url)).html, "a reload").toContain(shown);
  const german = (await visit(done.url.replace("lang=en", "lang=de"))).html;
  expect(german).toContain("Für Sie reserviert");
  expect(german).toContain("Tuesday (de)");
  await forms.storage.db.updateTable("responses").set({ status: "deleted" }).execute();
  expect((await visit(done.url)).status).toBe(404);
});

test("the page after the confirmation has no list where no place was taken", async () => {
  const { confirm } = await booked({ "a.more": ["bus"] });
  const done = await confirm();
  expect(done.html).toContain("Thank you");
  expect(done.html).not.toContain("Reserved");
});
