/** Jumps are conditions: what is written is read again, and respondents see the pages that the jumps lead to. */
import { expect, test } from "vitest";
import type { Condition, FieldCondition, FormField, FormStructure } from "../../../generated/types.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { conditionHolds } from "../../forms/answers/expression-trees.ts";
import { changeJump, type Jump, listJumps, otherDependents, withTestsOfPage } from "./model/jumps.ts";

const PAGES = 5;
const CHOICES = ["a", "b", "c"];

/** Two questions on each page, with ids such as `q1_0`. */
function form(conditions: Readonly<Record<string, Condition>> = {}): FormStructure {
  const field = (id: string) => ({
    id,
    type: "single_choice",
    label: { en: id },
    choices: CHOICES.map((choice) => ({ id: choice, label: { en: choice } })),
    ...(id in conditions && { visible_if: conditions[id] }),
  });
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    id: `p${at}`,
    fields: [field(`q${at}_0`), field(`q${at}_1`)],
  }));
  return { title: { en: "F" }, default_language: "en", languages: ["en"], pages } as unknown as FormStructure;
}

const is = (field: string, value: string): FieldCondition => ({ field, op: "equals", value });
const isNot = (field: string, value: string): FieldCondition => ({ field, op: "not_equals", value });
const jump = (field: string, value: string, to: number): Jump => ({ test: is(field, value), to });
const add = (structure: FormStructure, one: Jump) => changeJump(structure, undefined, one).structure;
const fieldsOf = ({ pages }: FormStructure) => pages.flatMap((page) => page.fields as FormField[]);
const conditionOf = (structure: FormStructure, id: string) =>
  fieldsOf(structure).find((field) => field.id === id)?.visible_if;

test("a jump is the opposite test on each question between, and its removal leaves the form as it was", () => {
  const made = add(form(), jump("q0_1", "a", 3));
  const withConditions = fieldsOf(made).filter(({ visible_if }) => visible_if !== undefined);
  expect(withConditions.map(({ id }) => id)).toEqual(["q1_0", "q1_1", "q2_0", "q2_1"]);
  expect(conditionOf(made, "q1_0")).toEqual(isNot("q0_1", "a"));
  expect(listJumps(made, "q0_1")).toEqual([jump("q0_1", "a", 3)]);
  expect(changeJump(made, jump("q0_1", "a", 3), undefined).structure).toEqual(form());
});

test("several jumps of one question, and its target and test change in their place", () => {
  const two = add(add(form(), jump("q0_0", "a", 2)), jump("q0_0", "b", PAGES));
  expect(listJumps(two, "q0_0")).toEqual([jump("q0_0", "a", 2), jump("q0_0", "b", PAGES)]);
  const longer = changeJump(two, jump("q0_0", "a", 2), jump("q0_0", "a", 4)).structure;
  expect(listJumps(longer, "q0_0")).toEqual([jump("q0_0", "a", 4), jump("q0_0", "b", PAGES)]);
  const other = changeJump(longer, jump("q0_0", "a", 4), jump("q0_0", "c", 3)).structure;
  expect(listJumps(other, "q0_0")).toEqual([jump("q0_0", "c", 3), jump("q0_0", "b", PAGES)]);
});

test.each<readonly [name: string, condition: Condition, joined: Condition | undefined]>([
  ["a test", is("q0_0", "b"), { all: [is("q0_0", "b"), isNot("q0_1", "a")] }],
  [
    "all",
    { all: [is("q0_0", "b"), is("q0_0", "c")] },
    { all: [is("q0_0", "b"), is("q0_0", "c"), isNot("q0_1", "a")] },
  ],
  ["any", { any: [is("q0_0", "b")] }, { all: [{ any: [is("q0_0", "b")] }, isNot("q0_1", "a")] }],
  ["any of groups", { any: [{ all: [is("q0_0", "b")] }] }, undefined],
  ["a formula", "not (q0_0 = 'b' and q0_1 = 'b')", undefined],
])("a jump is added to a condition that is there, or names the question: %s", (_name, condition, joined) => {
  const before = form({ q1_0: condition });
  const { structure, stuck } = changeJump(before, undefined, jump("q0_1", "a", 2));
  expect(stuck.map(({ id }) => id)).toEqual(joined === undefined ? ["q1_0"] : []);
  expect(conditionOf(structure, "q1_0")).toEqual(joined ?? condition);
  if (joined === undefined) return;
  expect(listJumps(structure, "q0_1")).toEqual([jump("q0_1", "a", 2)]);
  expect(changeJump(structure, jump("q0_1", "a", 2), undefined).structure).toEqual(before);
});

test("conditions of another shape are no jumps, and are listed as dependents", () => {
  const some = form({ q1_0: isNot("q0_0", "a"), q3_0: is("q0_0", "b") });
  expect(listJumps(some, "q0_0")).toEqual([]);
  expect(otherDependents(some, "q0_0").map(({ id }) => id)).toEqual(["q1_0", "q3_0"]);
  const made = add(some, jump("q0_0", "a", 2));
  expect(listJumps(made, "q0_0")).toEqual([jump("q0_0", "a", 2)]);
  expect(otherDependents(made, "q0_0").map(({ id }) => id)).toEqual(["q3_0"]);
});

test("a new question on a page that is skipped is skipped, too; on another one it has no condition", () => {
  const made = add(form(), jump("q0_0", "a", 2));
  const fresh = (page: number): FormStructure => ({
    ...made,
    pages: made.pages.map((one, at) =>
      at === page
        ? { ...one, fields: [...one.fields, { ...one.fields[0], id: "fresh", visible_if: undefined }] }
        : one,
    ) as unknown as FormStructure["pages"],
  });
  expect(conditionOf(withTestsOfPage(fresh(1), ["fresh"]), "fresh")).toEqual(isNot("q0_0", "a"));
  expect(listJumps(withTestsOfPage(fresh(1), ["fresh"]), "q0_0")).toEqual([jump("q0_0", "a", 2)]);
  expect(listJumps(fresh(1), "q0_0")).toEqual([]);
  expect(conditionOf(withTestsOfPage(fresh(2), ["fresh"]), "fresh")).toBeUndefined();
});

/** A generator of numbers below 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The pages that somebody visits who takes the first jump that holds at the end of each page. */
function walk(jumps: readonly Jump[], wanted: Answers): Set<string> {
  const visited = new Set<string>();
  for (let page = 0; page < PAGES; ) {
    for (const at of [0, 1]) visited.add(`q${page}_${at}`);
    const taken = jumps.filter(
      ({ test }) =>
        test.field.startsWith(`q${page}_`) && wanted[test.field] === (test as { value: string }).value,
    );
    page = Math.max(page + 1, ...taken.map(({ to }) => to));
  }
  return visited;
}

test("whatever the jumps and the answers, respondents see the questions of the pages that the jumps lead to", () => {
  const next = numbers(7);
  const pick = (count: number) => Math.floor(next() * count);
  let skipping = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const jumps = Array.from({ length: 1 + pick(4) }, () => {
      const page = pick(PAGES - 1);
      return jump(`q${page}_${pick(2)}`, CHOICES[pick(3)]!, page + 2 + pick(PAGES - page - 1));
    });
    const made = jumps.reduce(add, form());
    const wanted = Object.fromEntries(fieldsOf(made).map(({ id }) => [id, CHOICES[pick(3)]!]));
    const answers: Record<string, string> = {};
    for (const { id, visible_if } of fieldsOf(made))
      if (!visible_if || conditionHolds(visible_if, answers)) answers[id] = wanted[id]!;
    const visited = walk(jumps, wanted);
    expect(new Set(Object.keys(answers))).toEqual(visited);
    if (visited.size < 2 * PAGES) skipping += 1;
  }
  expect(skipping).toBeGreaterThan(500);
});
