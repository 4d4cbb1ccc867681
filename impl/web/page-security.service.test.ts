import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { statements } from "../test/support/statements.ts";
import { sendForm, visit } from "../test/support/visitor.ts";

const plain: FormStructure = {
  title: { en: "Plain" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        { id: "file", type: "file_upload", label: { en: "File" } },
      ],
    },
  ],
};

test.for([
  ["a program", "run.pdf", "MZ\x90 program"],
  ["a page", "page.html", "<html><script>alert(1)</script>"],
  ["a drawing with scripts", "drawing.svg", "<svg onload='alert(1)'/>"],
  ["a page that calls itself a picture", "picture.png", "<html></html>"],
  ["nothing", "empty.pdf", ""],
] as const)("%s is not taken as a file", async ([_, name, content]) => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  const answer = await sendForm(page, { "a.file": new File([content], name), go: "send" });
  expect(answer.status).toBe(422);
  expect(await forms.storage.db.selectFrom("files").selectAll().execute()).toEqual([]);
});

test("the name of an uploaded file cannot choose its path", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  const file = new File(["%PDF-1.7"], "../../..\\..\\etc/pass\u202ewd.pdf");
  await sendForm(page, { "a.file": file, go: "send" });
  const [stored] = await forms.storage.db.selectFrom("files").selectAll().execute();
  expect(stored?.name).toBe("passwd.pdf");
  expect(stored?.storage_key).not.toContain("pass");
});

test.for([
  "/files/file_0000000000000000000000",
  "/files/../storage.sqlite",
  "/files/%2e%2e%2fstorage.sqlite",
  "/assets/../../package.json",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/dev/mail/..%2f..%2fstorage",
  "/f/frm_0000000000000000000000",
  "/f/frm_0000000000000000000000/sent/aaaaaaaaaaaaaaaaaaaaaaaa",
  "/f/frm_0000000000000000000000/confirm/aaaaaaaaaaaaaaaaaaaaaaaa",
  "/f/' OR 1=1 --",
])("%s is nothing", async (path) => {
  const forms = await publicForms();
  expect((await visit(forms.publicUrl + path)).status).toBe(404);
});

const token = "a".repeat(24);

/** Every route with the id of a form. */
test.for([
  ["GET", ""],
  ["HEAD", ""],
  ["POST", ""],
  ["POST", "/files"],
  ["GET", `/sent/${token}`],
  ["POST", `/sent/${token}`],
  ["GET", `/confirm/${token}`],
  ["POST", `/confirm/${token}`],
  ["GET", `/done/${token}`],
  ["POST", "/waiting"],
  ["GET", `/waiting/${token}`],
  ["POST", `/waiting/${token}`],
] as const)("to strangers a draft is as if it did not exist: %s /f/ID%s", async ([method, path]) => {
  const forms = await publicForms();
  const draft = await forms.publish(plain, { status: "draft", password: "open sesame" });
  const nothing = draft.replace(/frm_.*/, `frm_${"0".repeat(22)}`);
  const since = statements();
  async function answered(form: string) {
    const body = method === "POST" ? new URLSearchParams({ ticket: token, password: "open sesame" }) : null;
    const response = await fetch(form + path, { method, body, redirect: "manual" });
    const { date: _date, ...headers } = Object.fromEntries(response.headers);
    const text = (await response.text()).replaceAll(form.slice(-26), "ID");
    return { status: response.status, headers, text, statements: since() };
  }
  const [foreign, missing] = [await answered(draft), await answered(nothing)];
  expect(foreign.status).toBe(path === "/files" ? 409 : 404);
  expect(foreign).toEqual(missing);
});

test("another site cannot send a form, and a form without a valid ticket is not stored", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const body = () =>
    new URLSearchParams({ "a.name": "x", address: "eve@example.org", go: "send", page: "p" });
  const foreign = await fetch(url, {
    method: "POST",
    body: body(),
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.status).toBe(403);
  for (const ticket of ["", "aaaa.bbbb", `${btoa('{"id":"fill_x"}')}.AAAAAAAAAAAAAAAAAAAAAA`]) {
    const values = body();
    values.set("ticket", ticket);
    expect((await fetch(url, { method: "POST", body: values })).status).toBe(422);
  }
  expect(await forms.responses()).toEqual([]);
});

test("the ticket of a form or a response does not open another form", async () => {
  const forms = await publicForms();
  const [one, other] = [await forms.publish(plain), await forms.publish(plain, { password: "open sesame" })];
  const page = await visit(one);
  forms.later(5_000);
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec(page.html) ?? [];
  const body = new URLSearchParams({
    ticket,
    page: "p",
    "a.name": "x",
    address: "eve@example.org",
    go: "send",
  });
  const refused = await fetch(other, { method: "POST", body });
  expect(await refused.text()).toContain("This form is protected");
  const sent = await sendForm(page, { "a.name": "x", address: "ada@example.org", go: "send" });
  const [, end = ""] = /(\/sent\/.*)$/.exec(sent.url) ?? [];
  expect((await visit(other + end)).status).toBe(404);
  expect(await forms.responses()).toHaveLength(1);
});

test("sends no mail if the hidden trap is filled in, or the form is sent too fast for a person", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  const quick = await sendForm(page, { address: "ada@example.org", go: "send" });
  expect(quick.html).toContain("That was very quick");
  forms.later(5_000);
  await sendForm(quick, { address: "ada@example.org", remarks_2: "buy", go: "send" });
  expect((await forms.responses()).map(({ status }) => status)).toEqual(["spam"]);
  expect(await forms.mails.list()).toEqual([]);
});
