/** Downloads of responses as PDF files: who gets which, and what is in them. */
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { type OwnerBrowser, ownerPages } from "../../../../test/support/owner.ts";
import { filledIn } from "../../../../test/support/visitor.ts";

const structure: FormStructure = {
  title: { en: "Trip / to: Łódź" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      title: { en: "About {{name}}" },
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        {
          id: "meal",
          type: "multiple_choice",
          label: { en: "Meals of {{name}}" },
          choices: [
            { id: "a1", label: { en: "Käsespätzle" } },
            { id: "b2", label: { en: "Soup" } },
          ],
        },
        {
          id: "signs",
          type: "matrix",
          label: { en: "How often?" },
          rows: [
            { id: "r1", label: { en: "Cough" } },
            { id: "r2", label: { en: "Fever" } },
          ],
          columns: [
            { id: "c1", label: { en: "Never" } },
            { id: "c2", label: { en: "Daily" } },
          ],
        },
        { id: "ticket", type: "file_upload", label: { en: "Ticket" } },
        { id: "age", type: "number", label: { en: "Age" }, unit: { en: "years" } },
      ],
    },
  ],
  hidden_fields: [{ id: "source", label: { en: "Source" } }],
  calculations: [{ id: "score", label: { en: "Score" }, formula: "{age} * 2" }],
};

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses`;
  const get = (browser: OwnerBrowser, address: string) =>
    fetch(service.publicUrl + address, {
      headers: { Cookie: `session=${browser.cookie("session")}` },
      redirect: "manual",
    });
  const share = async (permission: "view" | "edit") => {
    await service.signIn("bob@example.org");
    const entries = { email: "bob@example.org", permission };
    await ada.send(await ada.open(`/forms/${answered.form.id}`), `/forms/${answered.form.id}/share`, entries);
    return service.signIn("bob@example.org");
  };
  /** Asks for the selected responses as the list does. */
  const select = async (browser: OwnerBrowser, response: readonly string[], query = "") => {
    const page = await browser.open(path + query);
    const form = [...page.html.matchAll(/<form[^>]*action="([^"]*)"/g)];
    const which = form.findIndex(([, action]) => action === `${path}/selected`);
    const { address, body } = filledIn(page, { response, action: "export", format: "pdf" }, which);
    const headers = { Cookie: `session=${browser.cookie("session")}`, Origin: service.publicUrl };
    return fetch(address, { method: "POST", body, headers, redirect: "manual" });
  };
  return { service, ada, ...answered, path, get, share, select };
}

async function read(response: Response) {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()));
  return text.map((page) => page.replace(/\s+/g, " "));
}

test("the page of a response leads to a PDF with all that it shows", async () => {
  const { ada, respond, upload, path, get } = await start();
  const { file, attach } = await upload("my ticket.pdf", "x".repeat(12_000));
  const answers = { name: "Bo", meal: ["a1", "b2"], signs: { rows: { r1: "c2" } }, ticket: [file], age: 41 };
  const id = await respond({ ...answers, source: "poster", score: 82 });
  await attach(id, "ticket");
  const page = await ada.open(`${path}/${id}`);
  expect(page.html).toContain(`href="${path}/${id}/pdf"`);
  const pdf = await get(ada, `${path}/${id}/pdf`);
  const header = (name: string) => pdf.headers.get(name);
  expect(header("content-disposition")).toMatch(
    /^attachment; filename="\d{4}-\d\d-\d\d-\d\d-\d\d-trip-to-_odz\.pdf"; filename\*=UTF-8''/,
  );
  expect([header("cache-control"), header("x-content-type-options")]).toEqual([
    "private, no-store",
    "nosniff",
  ]);
  const [text = "", ...more] = await read(pdf);
  expect(more).toEqual([]);
  const plain = text.replaceAll(" ", "");
  for (const part of [
    "Trip/to:Łódź alan@example.org Submitted:",
    "About Bo Name Bo Meals of Bo Käsespätzle; Soup How often? Cough Daily Fever no answer",
    "Ticket my ticket.pdf (12 kB) Age 41 years Hidden fields and calculations Source poster Score 82",
    "Page 1 of 1",
  ])
    expect(plain).toContain(part.replaceAll(" ", ""));
});

test("whoever does not find the page finds no PDF, with the same answer", async () => {
  const { service, ada, respond, path, get, share } = await start();
  const id = await respond({ name: "Bo" });
  const other = await answeredForm(service, structure);
  const eve = await service.signIn("eve@example.org");
  for (const [browser, address] of [
    [eve, `${path}/${id}`],
    [ada, `${path}/rsp_${"0".repeat(22)}`],
    [ada, `/forms/${other.form.id}/responses/${id}`],
    [eve, `/forms/frm_${"0".repeat(22)}/responses/${id}`],
  ] as const) {
    const [page, pdf] = [await get(browser, address), await get(browser, `${address}/pdf`)];
    expect([page.status, pdf.status]).toEqual([404, 404]);
    expect(await pdf.text()).toBe(await page.text());
  }
  const nobody = await get(service.browser(), `${path}/${id}/pdf`);
  expect([nobody.status, nobody.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/sign-in\?next=/),
  ]);
  const bob = await share("view");
  expect((await read(await get(bob, `${path}/${id}/pdf`)))[0]).toContain("alan@example.org");
});

test("deleted, test and spam responses are in a PDF for those who see them on the page, and erased ones for nobody", async () => {
  const { ada, respond, path, get, share, select } = await start();
  const ids = {
    spam: await respond({ name: "Spammer" }, { status: "spam" }),
    test: await respond({ name: "Tester" }, { is_test: 1 }),
    deleted: await respond({ name: "Goner" }),
  };
  await ada.send(await ada.open(`${path}/${ids.deleted}`), `${path}/selected`, { action: "delete" });
  const texts = async (browser: OwnerBrowser, id: string) =>
    (await read(await get(browser, `${path}/${id}/pdf`)))[0];
  expect(await texts(ada, ids.spam)).toMatch(/Spam Submitted.*Spammer/);
  expect(await texts(ada, ids.test)).toMatch(/Test Submitted.*Kept until.*Tester/);
  expect(await texts(ada, ids.deleted)).toMatch(/Deleted Submitted.*Kept until.*Goner/);
  const bob = await share("view");
  expect(await texts(bob, ids.spam)).toContain("Spammer");
  for (const id of [ids.test, ids.deleted]) expect((await get(bob, `${path}/${id}/pdf`)).status).toBe(404);
  const asked = await ada.send(await ada.open(`${path}/${ids.deleted}`), `${path}/selected`, {
    action: "erase",
  });
  await ada.send(asked, `${path}/selected`, { action: "erase_sure" });
  const page = await ada.open(`${path}/${ids.deleted}`);
  expect([page.status, page.html.includes("/pdf")]).toEqual([200, false]);
  expect((await get(ada, `${path}/${ids.deleted}/pdf`)).status).toBe(404);
  // Invented ids and those that a file may not have are left out; if nothing is left, the page says so.
  const live = await respond({ name: "Stays" });
  const pages = await read(await select(ada, [live, ids.test, ids.deleted, `rsp_${"0".repeat(22)}`]));
  expect([pages.length, pages[0]]).toEqual([1, expect.stringContaining("Stays")]);
  expect((await select(ada, [ids.test])).status).toBe(422);
});

test("selected responses are one file, in the order of the list, for those who may change the form", async () => {
  const { service, ada, respond, respondOften, path, select, share } = await start();
  const ids = [await respond({ name: "First" }), await respond({ name: "Second" })];
  const [one, two, ...more] = await read(await select(ada, ids));
  expect([one, two, more]).toEqual([
    expect.stringMatching(/First.*Page 1 of 2/),
    expect.stringMatching(/Second.*Page 2 of 2/),
    [],
  ]);
  expect(service.logged).toContainEqual(
    expect.objectContaining({ event: "owner_action", action: "export", format: "pdf" }),
  );
  await respondOften(98, (n) => ({ name: `Guest ${n}` }));
  expect(await read(await select(ada, [], "?select=all"))).toHaveLength(100);
  await respond({ name: "One more" });
  const refused = await select(ada, [], "?select=all");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("A PDF has at most 100 responses."),
  ]);
  const bob = await share("view");
  expect((await bob.open(path)).html).not.toContain('value="pdf"');
  await service.storage.db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute();
  const stale = await select(ada, ids);
  expect([stale.status, stale.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/sign-in\?again/),
  ]);
});

test("files that an account asks for at once are all made", async () => {
  const { ada, respond, path, get } = await start();
  const id = await respond({ name: "x ".repeat(5_000) });
  const files = await Promise.all(Array.from({ length: 6 }, () => get(ada, `${path}/${id}/pdf`)));
  expect(files.map(({ status }) => status)).toEqual(Array(6).fill(200));
});
