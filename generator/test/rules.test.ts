import { join } from "node:path";
import { expect, test } from "vitest";
import { textSentences } from "../document.ts";
import { rules } from "../rules/index.ts";
import { structureSentences } from "../wording.ts";
import { expectGolden } from "./golden.ts";
import { repository } from "./workshop.ts";

test("docs/rules.md says every rule in its own words", () => {
  const files = Object.entries({ ...textSentences, ...structureSentences }).map(([code, sentence]) =>
    row(code, "error", sentence),
  );
  const others = rules.map(({ code, sentence, severity, acceptable }) =>
    row(code, severity ?? (acceptable ? "error, or accepted" : "error"), sentence),
  );
  const table = (rows: readonly string[]) => `| code | kind | rule |\n|---|---|---|\n${rows.join("\n")}\n`;
  const text = `# The rules of a spec

A diagnostic has the code of the rule that was broken, and the rule is its message. A rule that may be accepted becomes a
warning where \`accept\` of \`service.yaml\` names it with a reason. Each rule has at least one spec that breaks it, with the whole
report, in \`generator/test/refusals/\`.

## Files and shapes

${table(files)}
## Meaning

${table(others)}`;
  expectGolden(join(repository, "docs", "rules.md"), text);
});

test("codes are kebab-case, and each stands for one rule", () => {
  const codes = [
    ...Object.keys({ ...textSentences, ...structureSentences }),
    ...rules.map(({ code }) => code),
  ];
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test("a rule is a sentence", () => {
  expect(rules.filter(({ sentence }) => !/^\S.*\.$/.test(sentence))).toEqual([]);
});

function row(code: string, kind: string, sentence: string): string {
  return `| \`${code}\` | ${kind} | ${sentence} |`;
}
