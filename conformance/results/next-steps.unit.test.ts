/** The things to do next, in the order in which they help most. */
import { describe, expect, test } from "vitest";
import type { ReportedResult } from "./accepted.ts";
import { listNextSteps } from "./next-steps.ts";
import type { Report } from "./report.ts";
import { causes, failed, held, inapplicable, unverified, type Verdict } from "./verdict.ts";

function results(id: string, count: number, verdict: Verdict): ReportedResult[] {
  return Array.from({ length: count }, (_, index) => ({
    subject: {
      id: `${id}/${index}`,
      must: `${id} holds.`,
      at: "service.yaml",
      kind: "states",
      tool: "notes_get",
    },
    verdict,
  }));
}

function stepsOf(list: readonly ReportedResult[], more: Partial<Report> = {}): string[] {
  const report = { results: list, wrongEntries: [], unimplemented: [], ...more };
  return listNextSteps(report).map(({ todo, why, cases }) => `${cases} ${todo} | ${why}`);
}

test("a run in which all held has nothing to do", () => {
  expect(stepsOf(results("a", 2, held))).toEqual([]);
});

test("causes of failures come before what is not verified, the largest first", () => {
  const refused = failed("a success", "a result with isError: The store is broken");
  const list = [
    ...results("a", 1, failed("open", "closed")),
    ...results("b", 4, refused),
    ...results("c", 2, unverified("no-account", "no token of the account other")),
    ...results("d", 5, unverified("setup", "it did not work")),
  ];
  expect(stepsOf(list)).toEqual([
    "4 Correct this: Valid calls are refused: a result with isError: The store is broken | b/0 and 3 more cases (service.yaml)",
    "1 Make this hold: a holds. | a/0 (service.yaml)",
    `5 ${causes.setup} | 5 cases not verified: it did not work (d/0)`,
  ]);
});

test("wrong entries and missing handlers come between", () => {
  const entry = { case: "a/**", reason: "Known.", accepted: 0 };
  const list = [...results("a", 1, held), ...results("d", 1, unverified("setup", "it did not work"))];
  expect(stepsOf(list, { wrongEntries: [entry], unimplemented: ["notes_get"] })).toEqual([
    "0 Correct the list of accepted results: a/**: it is no longer needed: remove it | 1 wrong entry",
    "2 Write the handlers of notes_get. | the results of a tool without a handler prove nothing",
    `1 ${causes.setup} | 1 case not verified: it did not work (d/0)`,
  ]);
});

test("cures come by the number of cases that they decide, with the most frequent reason, and then advice", () => {
  const lacking = (why: string): Verdict => ({
    ...unverified("refused", why),
    lacksExample: true,
  });
  const list = [
    ...results("a", 1, lacking("the call was refused without a code: Unknown note: x")),
    ...results("b", 3, lacking("the call was refused without a code: Unknown vault: text")),
    ...results("c", 2, inapplicable("no call ended this way")),
    ...results("e", 3, unverified("no-account", "no token of the account other")),
    ...results("d", 1, { ...failed("a form", "another"), advice: true }),
  ];
  expect(stepsOf(list)).toEqual([
    "4 Give the tools `examples` with values that the server has (`one: { input: {…}, content: [] }`), or add bindings to a target file. | 4 cases at 1 tool not verified: the call was refused without a code: Unknown vault: text (b/0)",
    `3 ${causes["no-account"]} | 3 cases not verified: no token of the account other (e/0)`,
    "1 Consider this: d holds. | d/0 (service.yaml)",
  ]);
});

test("a tool that never succeeded, and prepares other cases, comes before failures", () => {
  const shown = (tool: string, verdict: Verdict): ReportedResult => ({
    subject: { id: `output/${tool}/fits`, must: "So.", at: "service.yaml", kind: "output", tool },
    verdict,
  });
  const prepares = (tool: string) =>
    unverified("setup", `${tool}, which prepares the case, gave a result with isError: no such room`);
  const list = [
    shown("book", unverified("unobserved", "no call shows this")),
    shown("cancel", held),
    ...results("a", 1, failed("open", "closed")),
    ...results("b", 3, prepares("book")),
    ...results("c", 1, prepares("cancel")),
  ];
  const steps = stepsOf(list);
  expect(steps[0]).toMatch(
    /^3 Let a call of book succeed: .* \| no call of book succeeded, so 3 cases more are not verified: book, which prepares .* no such room$/,
  );
  expect(steps.slice(1)).toEqual([
    "1 Make this hold: a holds. | a/0 (service.yaml)",
    `1 ${causes.unobserved} | 1 case not verified: no call shows this (output/book/fits)`,
  ]);
});

describe("where no call of any tool succeeds", () => {
  const missing = "the call was refused without a code: There is no database.";
  const result = (id: string, verdict: Verdict): ReportedResult => ({
    subject: { id, must: "So.", at: "service.yaml", kind: "output", tool: "notes_get" },
    verdict,
  });
  const refused = [
    ...results("a", 4, unverified("base-refused", "valid arguments are refused too")),
    ...results("b", 1, unverified("refused", "the call was refused without a code: Unknown: text")),
    ...results("c", 2, unverified("refused", missing)),
  ];

  test("what the server asks for comes first, and not what follows from it", () => {
    const unobserved = unverified("unobserved", "no call shows this");
    const list = [
      result("output/notes_get/fits", unobserved),
      result("output/notes_list/fits", unobserved),
      ...results("d", 1, failed("open", "closed")),
      ...refused,
    ];
    const [first, ...others] = stepsOf(list);
    expect(first).toMatch(
      /^9 Let a first call succeed: .*, so 9 cases are not verified; most often: the call .* no database\.$/,
    );
    expect(others).toEqual(["1 Make this hold: d holds. | d/0 (service.yaml)"]);
  });

  test.each([
    ["one that does", [result("output/notes_get/fits", held)]],
    ["a run that asks for none", []],
  ])("%s changes nothing", (_, shown) => {
    expect(stepsOf([...shown, ...refused])[0]).toMatch(/^4 Make the tool's first example/);
  });
});
