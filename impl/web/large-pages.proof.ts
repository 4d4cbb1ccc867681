/** Pages of many megabytes: the memory of all requests, and the size of a response. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { longTexts } from "../test/support/long-texts.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { type Entries, sendForm, visit } from "../test/support/visitor.ts";

test("ignores inputs that are not in the form, and limits the memory of all requests", async () => {
  const forms = await publicForms();
  const { structure, own, foreign } = longTexts("ж".repeat(10_000));
  const page = await visit(await forms.publish(structure));
  const send = (entries: Entries) => sendForm(page, { ...entries, go: "back" });
  const unknown = await Promise.all(Array.from({ length: 6 }, () => send(foreign)));
  expect(unknown.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const known = await Promise.all(Array.from({ length: 6 }, () => send(own)));
  expect(known.map(({ status }) => status)).toContain(503);
  // Their memory is released.
  expect((await send(own)).status).toBe(200);
});

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

test("a response accepts 50 MB of files, and reports a file too many", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(letter));
  const large = () => new File(["%PDF-1.7", randomBytes(9_900_000)], "large.pdf");
  const files = Array.from({ length: 6 }, large);
  const refused = await sendForm(page, { "a.email": "ada@example.org", "a.file": files, go: "send" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("The files are larger than 50\u00a0MB together.");
  expect(await forms.storage.db.selectFrom("files").selectAll().execute()).toHaveLength(5);
});
