/** How much work one page of a form is: its structure is loaded once, and its answers are checked once. */
import { expect, test, vi } from "vitest";
import { checkAnswers } from "../forms/check-answers.ts";
import { insertVersion } from "../forms/forms.ts";
import { publicForms } from "./support/public-forms.ts";
import { summerSchool } from "./support/sample-forms.ts";
import { statements } from "./support/statements.ts";
import { sendForm, visit } from "./support/visitor.ts";

vi.mock("../forms/check-answers.ts", { spy: true });

const READING_MS = 5_000;
const letter = () => new File(["%PDF-1.7 letter"], "letter.pdf", { type: "application/pdf" });

test("showing a form loads its structure once and reads no stored answers", async () => {
  const { publish, work } = await measured();
  const url = await publish(summerSchool);
  work();
  await visit(url);
  expect(work()).toEqual({ structures: 1, fills: 0, checks: 1 });
});

test("an answered page loads the structure once and checks the answers once, with files, too", async () => {
  const { publish, work } = await measured();
  const first = await visit(await publish(summerSchool));
  work();
  const course = await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  expect(work()).toMatchObject({ structures: 1, checks: 1 });
  expect(course.html).toContain("a.letter");
  await sendForm(course, { "a.course": "c1", "a.letter": letter(), go: "back" });
  expect(work()).toMatchObject({ structures: 1, checks: 1 });
});

test("the last page checks the answers once more, inside the transaction that stores the response", async () => {
  const { publish, later, work } = await measured();
  const first = await visit(await publish(summerSchool));
  later(READING_MS);
  const course = await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  work();
  const last = { "a.course": "c1", "a.letter": letter(), address: "ada@example.org", go: "send" };
  const sent = await sendForm(course, last, 0, "manual");
  expect(sent.status).toBe(303);
  expect(work()).toMatchObject({ structures: 1, checks: 2 });
});

test("a form that has changed since it was begun: either version is loaded once", async () => {
  const { publish, storage, time, work } = await measured();
  const url = await publish(summerSchool);
  const first = await visit(url);
  const id = url.slice(url.lastIndexOf("/") + 1);
  await storage.db.transaction().execute(async (transaction) => {
    await insertVersion(transaction, { id, version: 2 }, summerSchool, time.now);
    await transaction.updateTable("forms").set({ version: 2 }).where("id", "=", id).execute();
  });
  work();
  await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  expect(work()).toMatchObject({ structures: 2, checks: 1 });
});

/** The service with public forms, and what was done since the last call of `work`. */
async function measured() {
  const forms = await publicForms();
  const said = statements();
  const work = () => {
    const sql = said();
    const checks = vi.mocked(checkAnswers).mock.calls.length;
    vi.mocked(checkAnswers).mockClear();
    return {
      structures: sql.filter((text) => /select .*from "form_versions"/.test(text)).length,
      fills: sql.filter((text) => /"fills"/.test(text)).length,
      checks,
    };
  };
  return { ...forms, work };
}
