/** What one network may send in an hour: limits that take hundreds and thousands of requests to reach. */
import { expect, test } from "vitest";
import { learner, taskOn } from "./support/learner.ts";
import { oneField } from "./support/one-field-form.ts";
import { publicForms } from "./support/public-forms.ts";
import { publicLessons } from "./support/public-lessons.ts";
import { sendForm, visit } from "./support/visitor.ts";
import { waterLesson } from "./support/water-lesson.ts";

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
  const url = await forms.publish(oneField("Plain", ["en"]));
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

test("a network sends 2,000 answers an hour", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const statuses = new Set<number>();
  for (let sent = 0; sent < 2_000; sent += 50)
    for (const { status } of await Promise.all(
      Array.from({ length: 50 }, () => fetch(url, { method: "POST", body: "no form" })),
    ))
      statuses.add(status);
  expect([...statuses]).toEqual([422]);
  const refused = await learner().answer(await learner().open(url), "cooling", { answer: "cool" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
});

test("an attempt is not stored beyond 200 an hour from one network, and judged all the same", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const page = await learner().open(url);
  for (let begun = 0; begun < 200; begun++) await learner().answer(page, "cooling", { answer: "cool" });
  const last = learner();
  const judged = await last.answer(page, "cooling", { answer: "cool" });
  expect(taskOn(judged, "cooling").state).toBe("right");
  expect(judged.html).toContain("Your answers cannot be kept at the moment.");
  expect(judged.html).not.toContain("Start over");
  expect([last.jar.size, (await lessons.attempts()).length]).toEqual([0, 200]);
  lessons.later(3_600_000);
  await last.answer(page, "cooling", { answer: "cool" });
  expect(last.jar.size).toBe(1);
});
