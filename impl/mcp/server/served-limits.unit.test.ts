import { expect, test } from "vitest";
import { allTopics, topicDiagrams } from "../../lessons/library/topic.ts";
import { checkServedLimits } from "../../platform/config/served-limits.ts";

test("a limit of the spec above the limit of the code stops the start, with its name and both values", () => {
  const served = { name: "lesson_illustrations", most: 2, because: "a test says so" } as const;
  expect(() => checkServedLimits([served])).toThrow(
    "The spec allows 3 for the limit lesson_illustrations, but this service serves at most 2, because a test says so.",
  );
  expect(() => checkServedLimits([{ ...served, most: 3 }])).not.toThrow();
});

test("every topic of the library has the diagrams that are declared as served", () => {
  expect(allTopics().filter(({ diagrams }) => diagrams.length < topicDiagrams.most)).toEqual([]);
});
