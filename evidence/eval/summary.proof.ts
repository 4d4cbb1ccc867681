/** The table of all sets, and the options of `npm run eval`. */
import { expect, it } from "vitest";
import { UsageError } from "../../impl/mcp/commands/command-line.ts";
import type { Finding, Outcome } from "./answers.ts";
import type { Judged } from "./evaluate.ts";
import { readOptions } from "./options.ts";
import { summary } from "./summary.ts";

const finding = (outcome: Outcome): Finding => ({ what: "text name: type", outcome, expressible: true });

function judged(text: string, outcomes: readonly Outcome[]): Judged {
  return {
    case: { task: "prompts", language: "en", kind: "", text, expected: [], set: "blind 1" },
    result: { refusal: "", retryable: false },
    findings: outcomes.map(finding),
  };
}

it("shows each set once, lists and prose apart", () => {
  const table = summary({
    name: "built-in",
    judged: [
      judged("Form: name, email, message", ["built", "warned"]),
      judged("contact form for a plumber", ["wrong in silence", "refused"]),
    ],
  });
  const figures = "25.0 | 25.0 | 25.0 | 25.0 | 50.0 | 0.0 | 0.0 | 50.0 |";
  expect(table).toContain("Per cent, built-in.");
  expect(table.split("\n").slice(-2)).toEqual([
    `| prompts, blind 1 | 2 | ${figures}`,
    `| **prompts** | 2 | ${figures}`,
  ]);
});

it.each([
  ["--adapter", "best"],
  ["--corpora", "/no/such/folder"],
  ["--set", "blind 0"],
])("rejects %s %s", (option, value) => {
  expect(() => readOptions([option, value])).toThrow(UsageError);
});
