import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../generated/types.ts";
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

test("an address gets at most ten mails an hour", async () => {
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

/** Requests that come to nothing, many at a time; each counts before anything of it is read. */
async function hammer(url: string, times: number, body: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent += 50) {
    const portion = Array.from({ length: Math.min(50, times - sent) }, async () => {
      const response = await fetch(url, { method: "POST", body });
      await response.arrayBuffer();
      return response.status;
    });
    statuses.push(...(await Promise.all(portion)));
  }
  return statuses;
}

test("a network may send two thousand pages an hour", async () => {
  const forms = await publicForms();
  const url = await forms.publish(plain);
  const statuses = await hammer(url, 2_000, "no form");
  expect([...new Set(statuses)]).toEqual([422]);
  const page = await visit(url);
  const refused = await fetch(url, { method: "POST", body: "no form" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await refused.text()).toContain("Please wait 60 minutes and try again.");
  expect((await fetch(`${url}/files`, { method: "POST", body: "no form" })).status).toBe(409);
  forms.later(3_600_000 - 1);
  expect((await fetch(url, { method: "POST", body: "no form" })).status).toBe(429);
  forms.later(1);
  expect((await sendForm(page, { address: "ada@example.org", go: "send" })).url).toContain("/sent/");
});

test("a network may send a thousand files an hour, and the message stands beside the field", async () => {
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
