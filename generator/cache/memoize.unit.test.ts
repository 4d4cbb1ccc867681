import { expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import type { SpecSource } from "../parse/source.ts";
import { fixture } from "../test/support/fixtures.ts";
import { memoizeEach } from "./memoize-each.ts";

test("equal items share a result, and only results of the last call are reused", () => {
  const computed: number[] = [];
  const squares = memoizeEach(String, (item: number) => {
    computed.push(item);
    return item * item;
  });
  expect([squares([1, 2]), squares([2, 3, 2]), squares([1, 3])]).toEqual([
    [1, 4],
    [4, 9, 4],
    [1, 9],
  ]);
  expect(computed).toEqual([1, 2, 3, 1]);
  expect(squares([5, 5])).toEqual([25, 25]);
  expect(computed).toEqual([1, 2, 3, 1, 5]);
});

test("earlier runs in a process do not change later output", async () => {
  const { sources } = fixture("every-key");
  const others = sources.map(({ path, text }) => ({ path, text: text.replace("max: 5,", "max: 6,") }));
  const wanted = await generated(sources);
  expect(await generated(others)).not.toEqual(wanted);
  expect(await generated(sources)).toEqual(wanted);
});

async function generated(sources: readonly SpecSource[]): Promise<string[]> {
  const files = await emit(compile(sources).model!);
  return files.map(({ path, text }) => `${path}\n${text}`);
}
