import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { publicForms } from "./public-forms.ts";
import { sendForm, visit } from "./visitor.ts";

const plain: FormStructure = {
  title: { en: "Plain" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
};

test("five codes are tried at most, also the right one after them", async () => {
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

test("an address gets ten mails an hour, whoever asks for them", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const statuses: number[] = [];
  for (let sent = 0; sent < 11; sent++) {
    const page = await visit(url);
    forms.later(5_000);
    statuses.push((await sendForm(page, { address: "ada@example.org", go: "send" })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect(await forms.mails.list()).toHaveLength(10);
  // The window opened with the first of them, 5 s after the first page was shown.
  const again = async () => {
    const page = await visit(url);
    forms.later(5_000);
    return (await sendForm(page, { address: "ada@example.org", go: "send" })).status;
  };
  forms.later(3_600_000 - 10 * 5_000 - 5_000 - 1);
  expect(await again()).toBe(429);
  forms.later(1 - 5_000);
  expect(await again()).toBe(200);
});

test("one response cannot send mails to everybody, under ever new addresses", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(plain));
  forms.later(5_000);
  const sent = await sendForm(page, { address: "p0@example.org", go: "send" });
  const statuses: number[] = [];
  for (let n = 1; n <= 200; n++)
    statuses.push((await sendForm(sent, { address: `p${n}@example.org`, go: "address" })).status);
  expect(statuses).toEqual([...Array(199).fill(200), 429]);
  expect(await forms.mails.list()).toHaveLength(200);
});

test("ten passwords are tried in a quarter of an hour, also the right one after them; then again", async () => {
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

test("a hundred codes an hour are tried from one network, whatever they are for", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const statuses: number[] = [];
  for (let person = 0; person < 26; person++) {
    const page = await visit(url);
    forms.later(5_000);
    const sent = await sendForm(page, { address: `p${person}@example.org`, go: "send" });
    for (let tries = 0; tries < 4; tries++) statuses.push((await sendForm(sent, { code: "123456" })).status);
  }
  expect(statuses.slice(0, 100).filter((status) => status === 429)).toEqual([]);
  expect(statuses.slice(100)).toEqual(Array(4).fill(429));
});
