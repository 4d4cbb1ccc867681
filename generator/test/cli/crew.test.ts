import { expect, test } from "vitest";
import { type Crew, crewOf } from "../../cli/crew.ts";
import { type Compiled, compile } from "../../compile.ts";
import type { SpecSource } from "../../document.ts";
import { emitCases } from "../../emit/cases.ts";
import { forgetful } from "../../memory.ts";
import type { Model } from "../../model.ts";
import { readingOf } from "../../reading.ts";
import { manyTools } from "../many-tools.ts";

const { model, place } = compile(manyTools(120)) as Required<Compiled>;

async function withCrew<T>(size: number, act: (crew: Crew) => Promise<T>): Promise<T> {
  const crew = crewOf(size);
  try {
    return await act(crew);
  } finally {
    await crew.end();
  }
}

test("files are read alike with any number of threads", async () => {
  const texts = [
    "a: &it { b: [1, , { c: }], -0: -0.0 }\nd: [*it, *it]\n",
    '"__proto__": { 10: a, 2: b }\n',
    "a: [\n",
    "a: 1\na: 2\n",
    "a: .inf\n",
    "",
  ];
  const sources = Array.from({ length: 300 }, (_, index): SpecSource => {
    const text = texts[index % texts.length]!;
    return { path: `types/type_${index}.yaml`, text };
  });
  const alone = sources.map(readingOf);
  for (const size of [1, 2, 3]) {
    const readings = await withCrew(size, (crew) => crew.read(sources));
    expect(readings, `with ${size} threads`).toStrictEqual(alone);
  }
});

test("cases are the same with any number of threads", async () => {
  const alone = await emitCases(model, place);
  for (const size of [1, 2, 3]) {
    const { text } = await withCrew(size, ({ derive }) => emitCases(model, place, forgetful, derive));
    expect(text === alone.text, `with ${size} threads`).toBe(true);
  }
});

test("what is thrown in a thread is thrown here", async () => {
  // No spec leads to this: a model always says which properties exclude each other.
  const broken: Model = {
    ...model,
    tools: model.tools.map((tool) => ({ ...tool, exactlyOne: undefined as never })),
  };
  const message = await emitCases(broken, place).catch((error: Error) => error.message);
  expect(message).toMatch(/Cannot read properties of undefined/);
  const ofThread = await withCrew(2, ({ derive }) =>
    derive(broken, Others.from(model.tools.keys())).catch((error: Error) => error.message),
  );
  expect(ofThread).toBe(message);
});

/** Tools that this thread never gets done with; a thread is handed a plain array. */
class Others extends Array<number> {
  override slice(): never {
    return { map: () => new Promise(() => {}) } as never;
  }
}

test("no thread is left when a crew has ended, also in the middle of its work", async () => {
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = ports();
  const crew = crewOf(3);
  const work = crew.derive(model, [...model.tools.keys()]).catch(() => {});
  expect(ports()).toBe(before + 2);
  await crew.end();
  expect(ports()).toBe(before);
  await work;
});
