import { expect, test } from "vitest";
import { crewOf } from "../../cli/crew.ts";
import { type Compiled, compile } from "../../compile.ts";
import { emitCases } from "../../emit/cases.ts";
import { forgetful } from "../../memory.ts";
import type { Model } from "../../model.ts";
import { manyTools } from "../many-tools.ts";

const { model, place } = compile(manyTools(120)) as Required<Compiled>;

test("cases are the same with any number of threads", async () => {
  const alone = await emitCases(model, place);
  for (const size of [1, 2, 3]) {
    const { text } = await emitCases(model, place, forgetful, crewOf(size));
    expect(text === alone.text, `with ${size} threads`).toBe(true);
  }
});

test("what is thrown in a thread is thrown here", async () => {
  // No spec leads to this: a model always says which properties exclude each other.
  const broken: Model = {
    ...model,
    tools: model.tools.with(100, { ...model.tools[100]!, exactlyOne: undefined as never }),
  };
  const message = await emitCases(broken, place).catch((error: Error) => error.message);
  expect(message).toMatch(/Cannot read properties of undefined/);
  const ofThread = await emitCases(broken, place, forgetful, crewOf(2)).catch(
    (error: Error) => error.message,
  );
  expect(ofThread).toBe(message);
});
