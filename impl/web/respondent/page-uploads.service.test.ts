import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { signedUrls } from "../../platform/signing/signed-urls.ts";
import { installationSecret } from "../../platform/storage/secrets.ts";
import { longTexts } from "../../test/support/long-texts.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        { id: "file", type: "file_upload", label: { en: "File" }, validation: { max_files: 5 } },
      ],
    },
  ],
};

const DAY_MS = 86_400_000;

/** Sends a form with these files, and returns each file as the service sends it back. */
async function sentWith(files: readonly File[]) {
  const forms = await publicForms();
  const page = await visit(await forms.publish(letter));
  forms.later(5_000);
  const sent = await sendForm(page, { "a.email": "ada@example.org", "a.file": files, go: "send" });
  const links = signedUrls(
    await installationSecret(forms.storage, "links"),
    () => forms.publicUrl,
    forms.now,
  );
  const link = (id: string) => links.sign(`/files/${id}`, new Date(forms.now().getTime() + DAY_MS));
  const stored = await forms.storage.db.selectFrom("files").selectAll().orderBy("created_at").execute();
  return { forms, sent, stored, link };
}

test.for([
  ["a quote and a new line", 'a"\r\nX-Evil: 1\r\n\r\n<script>.pdf', "a_X-Evil_ 1_script_.pdf"],
  ["a way out", "../../..\\..\\etc/passwd.pdf", "passwd.pdf"],
  ["letters of other scripts", "Ξένος 'файл' 😀.pdf", "Ξένος 'файл' 😀.pdf"],
  ["a turned direction", "fdp.\u202eexe.pdf", "fdp.exe.pdf"],
  ["two extensions", "shell.php.pdf", "shell.php.pdf"],
  ["a parameter of its own", "a; filename=evil.html.pdf", "a; filename=evil.html.pdf"],
  ["percent signs", "100%25%0d%0a.pdf", "100%25%0d%0a.pdf"],
] as const)("a file named with %s comes back as a download and nothing else", async ([_, name, like]) => {
  const { stored, link } = await sentWith([new File(["%PDF-1.7 x"], name)]);
  const { id } = stored[0]!;
  const response = await fetch(link(id));
  const { headers } = response;
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("%PDF-1.7 x");
  expect(headers.get("x-evil")).toBeNull();
  expect(headers.get("content-type")).toBe("application/pdf");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  // RFC 6266: exactly one plain name in quotes, and one that is percent-encoded.
  const shape = /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''([\w.~!#$&+^`|-]|%[0-9A-F]{2})+$/;
  expect(headers.get("content-disposition")).toMatch(shape);
  const [, encoded = ""] = /UTF-8''(.*)$/.exec(headers.get("content-disposition") ?? "") ?? [];
  expect(decodeURIComponent(encoded)).toBe(like);
});

test("a page accepts the longest possible answers, and no more text", async () => {
  const forms = await publicForms();
  const { structure, own } = longTexts("ж".repeat(10_000));
  const page = await visit(await forms.publish(structure));
  forms.later(5_000);
  const sent = await sendForm(page, { ...own, go: "back" });
  expect(sent.status).toBe(200);
  const [fill] = await forms.storage.db.selectFrom("fills").select("given").execute();
  expect(fill!.given.length).toBeGreaterThan(5_000_000);
  const { own: tooMuch } = longTexts("中文".repeat(10_000));
  const refused = await sendForm(page, { ...tooMuch, go: "next" });
  expect(refused.status).toBe(413);
  expect(refused.html).toContain("too much to send at once");
});

test.each([
  ["by its length", 90_000_000, "x"],
  ["by its text", 60_000_000, "&a.text_0=x"],
])(
  "a form that is refused %s is received to its end, so that its sender reads why",
  async (_, length, unit) => {
    const forms = await publicForms();
    const { structure } = longTexts("");
    const url = new URL(await forms.publish(structure));
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
    const send = promisify((bytes: string, done: (error?: Error | null) => void) =>
      socket.write(bytes, done),
    );
    const answered = once(socket, "data");
    await send(
      `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`,
    );
    await send(unit.repeat(length / unit.length).padEnd(length, "x"));
    const [first] = await answered;
    expect(String(first)).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  },
);

test("a refused page stores only possible answers", async () => {
  const forms = await publicForms();
  const choices = ["red", "blue"].map((id) => ({ id, label: { en: id } }));
  const structure: FormStructure = {
    ...letter,
    pages: [
      {
        id: "p",
        fields: [
          { id: "colours", type: "multiple_choice", label: { en: "Colours" }, choices },
          { id: "age", type: "number", label: { en: "Age" } },
          { id: "order", type: "ranking", label: { en: "Order" }, choices },
        ],
      },
    ],
  };
  const page = await visit(await forms.publish(structure));
  const many = Array.from({ length: 300 }, (_, n) => `${n}`.padEnd(65_000, "x"));
  const refused = await sendForm(page, { "a.colours": many, "a.age": many, "r.order.red": many, go: "next" });
  expect(refused.status).toBe(422);
  const [fill] = await forms.storage.db.selectFrom("fills").select("given").execute();
  expect(fill!.given.length).toBeLessThan(6_000);
});

test("rejects a truncated text", async () => {
  const forms = await publicForms();
  const { structure } = longTexts("");
  const page = await visit(await forms.publish(structure));
  forms.later(5_000);
  const text = `${"a".repeat(9_999)}${" ".repeat(20_000)}b`;
  const entries = { "a.text_0": text, address: "ada@example.org", go: "send" };
  expect((await sendForm(page, entries)).status).toBe(422);
  expect((await sendForm(page, { ...entries, "a.text_0": text.slice(0, 10_000) })).url).toContain("/sent/");
});
