/** The table that puts generators side by side, and the options of `npm run eval`. */
import { expect, it } from "vitest";
import type { Finding, Outcome } from "../../eval/answers.ts";
import type { Judged } from "../../eval/evaluate.ts";
import { readOptions } from "../../eval/options.ts";
import { summary } from "../../eval/summary.ts";
import { UsageError } from "../commands/command-line.ts";

const finding = (outcome: Outcome): Finding => ({ what: "text name: type", outcome, expressible: true });

function judged(text: string, outcomes: readonly Outcome[]): Judged {
  return {
    case: { task: "prompts", language: "en", kind: "", text, expected: [], set: "blind 1" },
    result: { refusal: "", retryable: false },
    findings: outcomes.map(finding),
  };
}

it("shows each set once, the figures of all generators in each cell, lists and prose apart", () => {
  const list = "Form: name, email, message";
  const prose = "contact form for a plumber";
  const table = summary([
    { name: "old", judged: [judged(list, ["built", "built"]), judged(prose, ["built", "wrong in silence"])] },
    { name: "new", judged: [judged(list, ["built", "warned"]), judged(prose, ["refused", "refused"])] },
  ]);
  const figures =
    "75.0 / 25.0 | 0.0 / 25.0 | 0.0 / 50.0 | 25.0 / 0.0 | 100.0 / 50.0 | 0.0 / 0.0 | 50.0 / 0.0 | 50.0 / 0.0 |";
  expect(table).toContain("old / new");
  expect(table.split("\n").slice(-2)).toEqual([
    `| prompts, blind 1 | 2 | ${figures}`,
    `| **prompts** | 2 | ${figures}`,
  ]);
});

it("runs both generators for the table", () => {
  expect(readOptions(["--generator", "old", "--generator", "new", "--set", "blind 1"])).toMatchObject({
    generators: ["old", "new"],
    table: true,
  });
});

it.each([
  ["--generator", "best"],
  ["--corpora", "/no/such/folder"],
  ["--set", "blind 0"],
])("rejects %s %s", (option, value) => {
  expect(() => readOptions([option, value])).toThrow(UsageError);
});
