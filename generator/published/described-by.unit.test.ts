/** What transitions change beside the state is a part of the published interface. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import { modelOf } from "../test/support/mock/serving.ts";
import { describeModel } from "./described-by.ts";

const sources = readSpec(join(import.meta.dirname, "../test/fixtures/every-key/spec"));

function describeWith(from: string, to: string): Readonly<Record<string, unknown>> {
  const changed = sources.map((source) => ({ ...source, text: source.text.replace(from, to) }));
  return describeModel(modelOf(changed));
}

test.each([
  ["queue", "states recording reopen", ", queue: recording }", " }"],
  ["changes", "states recording archive", "places: [/title], to: Rain }] }", "places: [/title] }] }"],
])("a transition with another %s is described otherwise", (key, place, from, to) => {
  expect(describeWith("", "")[place]).toMatchObject({ [key]: expect.anything() });
  expect(describeWith(from, to)[place]).not.toEqual(describeWith("", "")[place]);
});
