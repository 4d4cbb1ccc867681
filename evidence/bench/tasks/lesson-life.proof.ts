/** The life of a lesson, which evidence/tasks.md names. */
import { expect, test } from "vitest";
import { lessonLife } from "./lesson-life.ts";

test("a lesson is quoted, becomes a task, is completed, and is unknown to another account", async () => {
  const steps = await lessonLife();
  const results = steps.map(({ answer }) => JSON.parse(answer));
  const [quote, task, ...polls] = results;
  const [foreign, cancelled] = [polls.pop(), polls.pop()];
  expect(quote.result.structuredContent.sufficient).toBe(true);
  expect(task.result).toMatchObject({ resultType: "task", status: "working" });
  expect(polls.at(-1).result).toMatchObject({
    status: "completed",
    result: { structuredContent: { status: "completed", credits: { charged: 15 } } },
  });
  expect(cancelled.result).toEqual({ resultType: "complete" });
  expect(foreign.error.code).toBe(-32602);
  expect(steps.map(({ command, answer }) => command + answer).join("\n")).not.toMatch(
    /Bearer (?!\$TOKEN)|key=\w/,
  );
});
