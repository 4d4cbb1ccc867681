/** The work for a page of a form: a version is loaded once for all visits, and answers are checked once a page. */
import { Session } from "node:inspector/promises";
import { expect, onTestFinished, test } from "vitest";
import { checkAnswers } from "../../forms/check-answers.ts";
import { insertVersion } from "../../forms/forms.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { summerSchool } from "../../test/support/sample-forms.ts";
import { statements } from "../../test/support/statements.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const READING_MS = 5_000;
const letter = () => new File(["%PDF-1.7 letter"], "letter.pdf", { type: "application/pdf" });

test("showing a form loads its structure only the first time, and reads no stored answers", async () => {
  const { publish, work } = await measured();
  const url = await publish(summerSchool);
  await work();
  await visit(url);
  expect(await work()).toEqual({ structures: 1, fills: 0, checks: 1 });
  await visit(url);
  expect(await work()).toEqual({ structures: 0, fills: 0, checks: 1 });
});

test("an answered page loads no structure and checks the answers once, even with files", async () => {
  const { publish, work } = await measured();
  const first = await visit(await publish(summerSchool));
  await work();
  const course = await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  expect(await work()).toMatchObject({ structures: 0, checks: 1 });
  expect(course.html).toContain("a.letter");
  await sendForm(course, { "a.course": "c1", "a.letter": letter(), go: "back" });
  expect(await work()).toMatchObject({ structures: 0, checks: 1 });
});

test("the last page checks the answers once more, inside the transaction that stores the response", async () => {
  const { publish, later, work } = await measured();
  const first = await visit(await publish(summerSchool));
  later(READING_MS);
  const course = await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  await work();
  const last = { "a.course": "c1", "a.letter": letter(), address: "ada@example.org", go: "send" };
  const sent = await sendForm(course, last, 0, "manual");
  expect(sent.status).toBe(303);
  expect(await work()).toMatchObject({ structures: 0, checks: 2 });
});

test("loads only the new version of a form that has changed since it was begun", async () => {
  const { publish, storage, time, work } = await measured();
  const url = await publish(summerSchool);
  const first = await visit(url);
  const id = url.slice(url.lastIndexOf("/") + 1);
  await storage.db.transaction().execute(async (transaction) => {
    await insertVersion(transaction, { id, version: 2 }, summerSchool, time.now);
    await transaction.updateTable("forms").set({ version: 2 }).where("id", "=", id).execute();
  });
  await work();
  await sendForm(first, { "a.first_name": "Ada", "a.child": "no", go: "next" });
  expect(await work()).toMatchObject({ structures: 1, checks: 1 });
});

/** Starts the service with public forms, and counts its work since the last call of `work`. */
async function measured() {
  const forms = await publicForms();
  const said = statements();
  const checks = await callsOf(checkAnswers.name, "/forms/check-answers.ts");
  const work = async () => {
    const sql = said();
    return {
      structures: sql.filter((text) => /select .*from "form_versions"/.test(text)).length,
      fills: sql.filter((text) => /"fills"/.test(text)).length,
      checks: await checks(),
    };
  };
  return { ...forms, work };
}

/** Counts the calls of a function of a module. Each call of the result returns the calls since its last one. */
async function callsOf(name: string, module: string): Promise<() => Promise<number>> {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const functions = result.filter(({ url }) => url.endsWith(module)).flatMap((script) => script.functions);
    const counts = functions.filter(({ functionName }) => functionName === name).map(({ ranges }) => ranges);
    return counts.flat().reduce((sum, { count }) => sum + count, 0);
  };
}
