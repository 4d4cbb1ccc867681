import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const plain: FormStructure = {
  title: { en: "Plain" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
};

test("accepts at most five codes, and then not even the right one", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  forms.later(5_000);
  const sent = await sendForm(page, { address: "ada@example.org", go: "send" });
  const { code } = await forms.mail();
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries++) await sendForm(sent, { code: wrong });
  await sendForm(sent, { code });
  expect((await forms.responses())[0]!.status).toBe("pending_verification");
});

test("sends an address at most six mails an hour on behalf of one network", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const statuses: number[] = [];
  for (let sent = 0; sent < 7; sent++) {
    const page = await visit(url);
    forms.later(5_000);
    statuses.push((await sendForm(page, { address: "ada@example.org", go: "send" })).status);
  }
  expect(statuses).toEqual([...Array(6).fill(200), 429]);
  expect(await forms.mails.list()).toHaveLength(6);
  // The window opened with the first of them, 5 s after the first page was shown.
  const again = async () => {
    const page = await visit(url);
    forms.later(5_000);
    return (await sendForm(page, { address: "ada@example.org", go: "send" })).status;
  };
  forms.later(3_600_000 - 6 * 5_000 - 5_000 - 1);
  expect(await again()).toBe(429);
  forms.later(1 - 5_000);
  expect(await again()).toBe(200);
});

test("forms that programs fill in send no mail, and do not count for the address", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  for (let sent = 0; sent < 20; sent++) {
    const page = await visit(url);
    forms.later(5_000);
    await sendForm(page, { address: "ada@example.org", remarks_2: "https://spam.example", go: "send" });
  }
  expect(await forms.mails.list()).toEqual([]);
  const page = await visit(url);
  forms.later(5_000);
  expect((await sendForm(page, { address: "ada@example.org", go: "send" })).status).toBe(200);
  expect(await forms.mails.list()).toHaveLength(1);
});

test("an address can be corrected three times a day, with a minute between mails", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  forms.later(5_000);
  const sent = await sendForm(page, { address: "p0@example.org", go: "send" });
  const correct = async (n: number) => {
    const { status } = await sendForm(sent, { address: `p${n}@example.org`, go: "address" });
    return [status, (await forms.mails.list()).length];
  };
  expect(await correct(1)).toEqual([429, 1]);
  forms.later(60_000);
  expect(await correct(2)).toEqual([200, 2]);
  forms.later(60_000);
  expect(await correct(3)).toEqual([200, 3]);
  forms.later(60_000);
  expect(await correct(4)).toEqual([429, 3]);
  forms.later(24 * 3_600_000);
  expect(await correct(5)).toEqual([200, 4]);
});

test("accepts ten passwords in 15 minutes, and then not even the right one until the time is over", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain, { password: "open sesame" });
  const other = await forms.publish(plain, { password: "open sesame" });
  const attempt = async (password: string, at = url) =>
    (await sendForm(await visit(at), { password })).status;
  for (let tries = 0; tries < 10; tries++) expect(await attempt("wrong")).toBe(403);
  expect(await attempt("open sesame")).toBe(429);
  expect(await attempt("open sesame", other)).toBe(200);
  forms.later(900_000 - 1);
  expect(await attempt("open sesame")).toBe(429);
  forms.later(1);
  expect(await attempt("open sesame")).toBe(200);
});

test("a network can send a thousand files an hour, and the message is beside the field", async () => {
  const forms = await publicForms();
  const field: FormField = { id: "file", type: "file_upload", label: { en: "File" } };
  const url = await forms.publish({ ...plain, pages: [{ id: "p", fields: [field] }] });
  const page = await visit(url);
  const empty = Array.from({ length: 500 }, () => new File([""], "empty.pdf"));
  for (const _ of ["a first", "a second"]) {
    const wrong = await sendForm(page, { "a.file": empty, go: "send" });
    expect(wrong.html).toContain("The file is empty.");
  }
  const file = new File(["%PDF-1.7"], "letter.pdf");
  const refused = await sendForm(page, { "a.file": file, go: "send" });
  expect(refused.html).toMatch(/id="e-file"[^>]*>.*?Please wait 60 minutes and try again\./s);
  forms.later(3_600_000);
  const taken = await sendForm(page, { "a.file": file, go: "send" });
  expect(taken.html).toContain("letter.pdf");
});

test("after a hundred wrong codes of a network, each response has one attempt; right codes do not count", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const submit = async (address: string) => {
    const page = await visit(url);
    forms.later(5_000);
    const sent = await sendForm(page, { address, go: "send" });
    const { code } = await forms.mail();
    return { sent, code, wrong: code === "123456" ? "123457" : "123456" };
  };
  for (let person = 0; person < 25; person++) {
    const { sent, wrong } = await submit(`p${person}@example.org`);
    for (let tries = 0; tries < 4; tries++) expect((await sendForm(sent, { code: wrong })).status).toBe(422);
  }
  const guesser = await submit("guesser@example.org");
  expect((await sendForm(guesser.sent, { code: guesser.wrong })).status).toBe(429);
  expect((await sendForm(guesser.sent, { code: guesser.code })).status).toBe(422);
  for (const name of ["ada", "bob"]) {
    const { sent, code } = await submit(`${name}@example.org`);
    expect((await sendForm(sent, { code })).status).toBe(200);
  }
  const verified = (await forms.responses()).filter(({ status }) => status === "verified");
  expect(verified.map(({ email }) => email).sort()).toEqual(["ada@example.org", "bob@example.org"]);
});
