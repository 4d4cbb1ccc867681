/** The published interface has the places that transitions change beside the state, and the tools that account states apply to. */
import { join } from "node:path";
import { compareInterfaces } from "@toolwright/check/compatibility";
import { expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import { modelOf } from "../test/support/mock/serving.ts";
import { describeModel } from "./model-description.ts";
import { publishModel } from "./model-interface.ts";

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

const state = `  unpaid: { when: "a bill of the studio is not paid", refused: bill_due, applies_to: all }\n`;
const declared = `account_states:\n${state}`;
const failure = "  bill_due: { when: a bill of the studio is not paid, retryable: false }\n";

test.each([
  ["one that is new", [declared, ""], [failure, ""], { additive: 1, risky: 3 }],
  [
    "one that applies to less before",
    ["bill_due, applies_to: all", "bill_due, applies_to: writes"],
    ["", ""],
    { risky: 3 },
  ],
  ["one in other words before", ["a bill of the studio", "the bill"], ["", ""], { risky: 1 }],
])("account states: %s", (_, one, other, classes) => {
  const [from, to] = one as [string, string];
  const [alsoFrom, alsoTo] = other as [string, string];
  const earlier = sources.map((source) => ({
    ...source,
    text: source.text.replace(from, to).replace(alsoFrom, alsoTo),
  }));
  const { findings } = compareInterfaces(publishModel(modelOf(earlier)), publishModel(modelOf(sources)));
  const counted = Map.groupBy(findings, (finding) => finding.class);
  expect(Object.fromEntries([...counted].map(([name, { length }]) => [name, length]))).toEqual(classes);
});
