import { expect, test } from "vitest";
import { openCache } from "../../cli/cache.ts";
import { type Crew, crewOf } from "../../cli/crew.ts";
import { generatorOf } from "../../cli/generation.ts";
import { type Compiled, compile } from "../../compile.ts";
import type { SpecSource } from "../../document.ts";
import { emitCases } from "../../emit/cases.ts";
import { type Parts, partsOf } from "../../emit/parts.ts";
import { forgetful } from "../../memory.ts";
import type { Model } from "../../model.ts";
import { readingOf } from "../../reading.ts";
import { manyTools } from "../many-tools.ts";

const { model } = compile(manyTools(220)) as Required<Compiled>;

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

test("cases and validators are the same with any number of threads", async () => {
  const filesOf = async (parts: Parts) => [await emitCases(model, parts), ...(await parts.modules)];
  const alone = await filesOf(partsOf(model));
  // As many as are worth a thread, of tools that differ.
  expect(alone.length).toBeGreaterThan(200);
  for (const size of [2, 3]) {
    const files = await withCrew(size, (crew) => filesOf(partsOf(model, forgetful, crew)));
    const differing = files.filter(({ text }, index) => text !== alone[index]?.text);
    expect(differing.map(({ path }) => path)).toEqual([]);
    expect(files.length, `with ${size} threads`).toBe(alone.length);
  }
});

test("threads are asked only for what is not remembered", async () => {
  const memory = openCache("this process");
  const asked: number[] = [];
  const parts = () =>
    withCrew(2, async ({ build, derive }) => {
      const { cases, modules } = partsOf(model, memory, {
        build: (plans) => {
          asked.push(plans.length);
          return build(plans);
        },
        derive,
      });
      return { cases: await cases, modules: await modules };
    });
  const first = await parts();
  expect(await parts()).toEqual(first);
  expect(asked).toEqual([first.modules.length, 0]);
});

test("what is thrown in a thread is thrown here", async () => {
  // No spec leads to this: a model always says which properties exclude each other.
  const broken: Model = {
    ...model,
    tools: model.tools.map((tool) => ({ ...tool, exactlyOne: undefined as never })),
  };
  const message = await emitCases(broken).catch((error: Error) => error.message);
  expect(message).toMatch(/Cannot read properties of undefined/);
  const ofThread = await withCrew(2, ({ derive }) =>
    derive({ model: broken, harvest: new Map() }, Others.from(model.tools.keys())).catch(
      (error: Error) => error.message,
    ),
  );
  expect(ofThread).toBe(message);
});

/** Tools that this thread never gets done with; a thread is handed a plain array. */
class Others extends Array<number> {
  override slice(): never {
    return { map: () => new Promise(() => {}) } as never;
  }
}

/** How many threads this one has. */
function threads(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
}

test("no thread is left when a crew has ended, also in the middle of its work", async () => {
  const before = threads();
  const crew = crewOf(3);
  const work = crew.derive({ model, harvest: new Map() }, [...model.tools.keys()]).catch(() => {});
  expect(threads()).toBe(before + 2);
  await crew.end();
  expect(threads()).toBe(before);
  await work;
});

/** The same tools, the last with another property. */
function withLast(property: string): SpecSource[] {
  const sources = manyTools(220);
  const { path, text } = sources.at(-1)!;
  return sources.with(-1, { path, text: text.replace("  required: [id]", `    last: ${property}\n$&`) });
}

test("a spec that turns out wrong while threads work on it is told of, and leaves none of them", async () => {
  const before = threads();
  const sources = withLast("{ type: integer, minimum: 3, maximum: 2 }");
  const generation = await generatorOf("spec", false).generate(sources);
  expect(generation).toEqual({ diagnostics: compile(sources).diagnostics });
  expect(generation.diagnostics.map(({ code }) => code)).toEqual(["satisfiable"]);
  expect(threads()).toBe(before);
});

test("a spec that is wrong throughout is told of in its own words, whatever threads make of it", async () => {
  const before = threads();
  for (const property of ["{ $ref: ../types/gone.yaml }", '{ pattern: "(" }']) {
    const sources = withLast(property);
    const { diagnostics } = compile(sources);
    expect(diagnostics.length, property).toBeGreaterThan(0);
    expect(await generatorOf("spec", false).generate(sources), property).toEqual({ diagnostics });
  }
  expect(threads()).toBe(before);
});

test("nobody begins with a model on which work would not end", () => {
  const begun = (property: string) => {
    const models: Model[] = [];
    const { model: right } = compile(withLast(property), undefined, (each) => models.push(each));
    return { models, right };
  };
  expect(begun('{ $ref: "#/properties/last" }').models).toEqual([]);
  const { models, right } = begun("{ type: integer }");
  expect(models).toEqual([right]);
});
