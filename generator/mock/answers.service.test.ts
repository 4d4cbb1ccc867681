/** Tests the mock of any spec: every result fits, and the same seed gives the same answers. The proof tests the form service. */
import { Refusal } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { inputTarget } from "../cases/arguments.ts";
import { caseContextFor } from "../cases/case-context.ts";
import type { Model } from "../model/model.ts";
import { fixtures } from "../test/support/fixtures.ts";
import { importedModels, modelOf, templateModel, trackerModel } from "../test/support/mock/serving.ts";
import { createMock } from "./mock.ts";

const specs: readonly { readonly name: string; readonly model: Model }[] = [
  { name: "tracker", model: trackerModel() },
  { name: "template", model: templateModel() },
  ...importedModels(),
  ...fixtures.map(({ name, sources }) => ({ name, model: modelOf(sources) })),
];

/** Calls every tool with its examples and with samples, twice each. */
function answersOf(model: Model, seed: number): { tool: string; outcome: unknown; fits: boolean }[] {
  const { service, handlers } = createMock(model, { seed, failing: new Map(), now: () => 1_800_000_000_000 });
  const { context, model: normalised } = caseContextFor(model);
  return normalised.tools.flatMap((tool, index) => {
    const { method, name, output, input: check } = service.tools[index]!;
    const sample = context.sampler.one(inputTarget(tool));
    const inputs = [...tool.examples.map(({ input }) => input), ...(sample === undefined ? [] : [sample])];
    const valid = [...inputs, ...inputs].map((input) => structuredClone(input)).filter(check);
    return valid.map((input) => {
      try {
        const outcome = Reflect.get(handlers, method)(input, { account: "mock", token: "token-1" });
        return { tool: name, outcome, fits: output?.(outcome) ?? Array.isArray(outcome) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const codes = [...tool.failures, "invalid_input", "not_implemented"];
        return { tool: name, outcome: error.code, fits: codes.includes(error.code) };
      }
    });
  });
}

describe.each(specs)("$name", ({ model }) => {
  test("every answer fits the spec, and is the same for the same seed", () => {
    const answers = answersOf(model, 1);
    expect(answers.filter(({ fits }) => !fits)).toEqual([]);
    expect(answersOf(model, 1)).toEqual(answers);
  });
});

test("another seed makes other ids", () => {
  const idsOf = (seed: number) => JSON.stringify(answersOf(trackerModel(), seed)).match(/iss_\w+/g);
  expect(idsOf(2)).not.toEqual(idsOf(1));
});
