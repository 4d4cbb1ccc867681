import { expect, test } from "vitest";
import type { FormStructure, LocalizedText } from "../../../generated/types.ts";
import { placedTexts, textKeys } from "../../forms/structure/places.ts";
import { comeNear, DESKTOP, openPage } from "../../test/support/browser.ts";
import { everyFieldForm, field } from "../../test/support/every-field-form.ts";
import { learner } from "../../test/support/learner.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'</textarea></select>{{name}}`;

/** Texts that only owners see, in their exports and tools, and those of calendar files and copies, which are no pages. */
const UNSHOWN = /^\/(hidden_fields|calculations|endings\/0\/calendar|settings\/receipt_(subject|text)$)/;

const LOGO = "img_0000000000000001";

/** A form with an attack in every text of an owner, each with a different number. */
function hostileForm(): { readonly form: FormStructure; readonly marks: ReadonlyMap<string, string> } {
  const form = everyFieldForm();
  field(form, "name").validation = { pattern: "[^7]+", pattern_message: { en: "No 7." } };
  field(form, "effort").max_label = { en: "much" };
  field(form, "bio").description = { en: "more" };
  const receipt = { receipt_subject: { en: "copy" }, receipt_text: { en: "copied" } };
  const closed = { response_limit: 1, full_text: { en: "full" }, closed_text: { en: "closed" } };
  form.settings = { ...form.settings, ...closed, ...receipt };
  field(form, "terms").link = "https://example.org/?<script>";
  const image = { video: "https://youtu.be/aqz-KE-bpKQ", alt: { en: "a film" } };
  form.welcome = { title: { en: "welcome" }, text: { en: "begin" }, button: { en: "go on" }, image };
  form.theme = { logo: LOGO, logo_alt: { en: "a logo" } };
  field(form, "name").image = { image_id: LOGO, alt: { en: "a picture" } };
  const calendar = { title: { en: "event" }, start: "2027-05-20", place: { en: "place" } };
  form.endings = [{ ...form.endings![1]!, redirect_url: "https://example.org/?<script>", calendar }];
  const marks = new Map<string, string>();
  for (const { value, path } of placedTexts(form)) {
    const mark = `[${marks.size}]`;
    for (const language of Object.keys(value) as (keyof LocalizedText)[]) value[language] = EVIL + mark;
    marks.set(path, mark);
  }
  return { form, marks };
}

function expectHarmless({ html }: Pick<Page, "html">): void {
  const live =
    /<script(?! type="module" src="\/assets\/)|<img(?! src="\/images\/img_\w+" width="\d+" height="\d+" class="(?:logo|picture)"(?: loading="lazy")? alt="[^"]*">)|<[^>"']*\son\w+=|style="|javascript:/.exec(
      html,
    );
  expect(live && html.slice(live.index, live.index + 300)).toBeNull();
}

/** Gives a form the logo that it names; its bytes do not matter here. */
async function addLogo(
  { storage, now }: Awaited<ReturnType<typeof publicForms>>,
  url: string,
): Promise<void> {
  const image = {
    id: LOGO,
    content_type: "image/png",
    width: 9,
    height: 9,
    size_bytes: 9,
    storage_key: "none",
  };
  await storage.db
    .insertInto("images")
    .values({ ...image, created_at: now().toISOString() })
    .execute();
  const form_id = new URL(url).pathname.split("/").at(-1)!;
  await storage.db.insertInto("form_images").values({ form_id, image_id: LOGO }).execute();
}

test("the hostile form has an attack in every text", () => {
  const keys = [...hostileForm().marks.keys()].map((path) => path.split("/").at(-1));
  expect(new Set(keys)).toEqual(new Set(Object.keys(textKeys)));
});

test("shows all texts of owners and respondents as text, on every page and in the mail", async () => {
  const forms = await publicForms();
  const { form, marks } = hostileForm();
  const url = await forms.publish(form);
  await addLogo(forms, url);
  const pages: Page[] = [];
  const keep = (page: Page) => {
    pages.push(page);
    return page;
  };
  const evil = encodeURIComponent(EVIL);
  const welcome = keep(await visit(`${url}?source=${evil}&lang=${evil}&embed=${evil}`));
  const first = keep(await sendForm(welcome, { go: "next" }));
  forms.later(5_000);
  const typed = { "a.name": `7${EVIL}`, "a.bio": EVIL, "a.email": EVIL, "a.phone": EVIL, "a.website": EVIL };
  const wrong = keep(await sendForm(first, { ...typed, "a.age": EVIL, "a.birthday": EVIL, go: "next" }));
  const right = {
    "a.name": EVIL,
    "a.email": "",
    "a.phone": "",
    "a.website": "",
    "a.age": "",
    "a.birthday": "",
  };
  const second = keep(await sendForm(wrong, { ...right, go: "next" }));
  const file = new File(["%PDF-1.7"], `${EVIL}.pdf`);
  const more = {
    "a.slides": file,
    "a.track": "+other",
    "o.track": EVIL,
    "a.size": EVIL,
    "r.order.tea": EVIL,
  };
  const wronger = keep(
    await sendForm(second, {
      ...more,
      "a.speaks": "yes",
      "m.sessions.morning": EVIL,
      go: "send",
      address: EVIL,
    }),
  );
  const good = {
    "a.size": "",
    "r.order.tea": "",
    "m.sessions.morning": "talk",
    "a.terms": "yes",
    "a.speaks": "no",
  };
  const sent = keep(await sendForm(wronger, { ...good, address: "ada@example.org", go: "send" }));
  expect(sent.url).toContain("/sent/");
  const mail = await forms.mail();
  const operator = learner();
  keep(await operator.open(forms.outboxUrl ?? ""));
  keep(await operator.open(`${forms.publicUrl}/dev/mail/${mail.id}`));
  keep(await visit(mail.link));
  const refused = keep(await sendForm(sent, { code: EVIL }));
  const moved = keep(await sendForm(refused, { address: EVIL, go: "address" }, 2));
  const done = keep(await sendForm(moved, { code: mail.code }));
  expect(done.url).toContain("/done/");
  keep(await visit(url));
  await forms.storage.db.updateTable("forms").set({ status: "archived" }).execute();
  keep(await visit(url));
  for (const page of pages) expectHarmless(page);
  // Mail programs read no styles but those in the tags.
  expectHarmless({ html: mail.html.replaceAll(/style="[\w:;#&%.,' -]*"/g, "") });
  const all = pages.map(({ html }) => html).join();
  const unseen = [...marks].filter(([, mark]) => !all.includes(mark)).map(([path]) => path);
  expect(unseen.filter((path) => !UNSHOWN.test(path))).toEqual([]);
});

test("no attack runs in a browser", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: DESKTOP });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(await forms.publish(hostileForm().form));
  await page.click("#form .actions .main");
  await page.locator("#f-name").waitFor();
  await page.click("#form .actions .main");
  await page.fill("#f-name", EVIL);
  await page.click("#form .actions .main");
  await page.locator("#q-track [value='+other']").check();
  await page.fill("#q-track .other", EVIL);
  await comeNear(page, "#q-order .rank", "#q-slides .drop");
  await page.locator("#q-order li").first().click();
  const buffer = Buffer.from("%PDF-1.7");
  await page.setInputFiles("#f-slides", {
    name: "<img src=x onerror=alert(1)>.pdf",
    mimeType: "application/pdf",
    buffer,
  });
  await page.locator(".file-remove").waitFor();
  await page.setInputFiles("#f-slides", {
    name: "<img src=x onerror=alert(1)>.exe",
    mimeType: "application/pdf",
    buffer,
  });
  await page.locator(".file-row.failed").waitFor();
  await page.click("#form .actions .main");
  await page.locator("#summary").waitFor();
  expect(dialogs).toEqual([]);
  expect(await page.locator("main img, main script").count()).toBe(0);
});
