import { expect, test } from "vitest";
import { caseContextFor } from "../cases/case-context.ts";
import { deriveMany } from "../cases/derive-many.ts";
import { deriveTool } from "../cases/derive-tools.ts";
import { type Compiled, compile } from "../compile.ts";
import type { Model } from "../model/model.ts";
import { manyTools } from "./support/many-tools.ts";

const { model } = compile(manyTools(220)) as Required<Compiled>;
const tools = [...model.tools.keys()];

test("a worker thread derives the same cases", async () => {
  const context = caseContextFor(model);
  expect(await deriveMany(model, tools)).toEqual(tools.map((index) => deriveTool(context, index)));
});

test("an error of the worker thread is thrown in this one", async () => {
  // No spec leads to this: a model always says which properties exclude each other.
  const broken: Model = {
    ...model,
    tools: model.tools.map((tool) => ({ ...tool, exactlyOne: undefined as never })),
  };
  await expect(deriveMany(broken, tools)).rejects.toThrow(/Cannot read properties of undefined/);
});
