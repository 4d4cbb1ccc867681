import { join } from "node:path";
import { expect, test } from "vitest";
import { textSentences } from "../parse/syntax.ts";
import { structureSentences } from "../structure/describe-error.ts";
import { expectGolden } from "../test/support/golden.ts";
import { refusals } from "../test/support/refusals.ts";
import { repository } from "../test/support/temporary-project.ts";
import { rules } from "./index.ts";

test("docs/rules.md has the sentence of every rule, and an example that violates it", () => {
  const structure = Object.entries({ ...textSentences, ...structureSentences });
  const text = `# The rules of a spec
<!-- page: rules.unit "docs/rules.md has the sentence of every rule, and an example that violates it" -->

A diagnostic has the code of the rule that was broken, and the rule is its message. A rule that may be accepted becomes a
warning where \`accept\` of \`service.yaml\` names it with a reason, and an accepted warning falls silent. Under each rule stands a report of a spec that breaks it.

## Files and shapes

${structure.map(([code, sentence]) => section(code, "error", sentence)).join("\n\n")}

## Meaning

${rules
  .map(({ code, sentence, severity = "error", acceptable }) => section(code, severity, sentence, acceptable))
  .join("\n\n")}
`;
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

function section(code: string, severity: string, sentence: string, acceptable = false): string {
  const kind = acceptable ? `${severity}, may be accepted` : severity;
  return `### \`${code}\`\n\n${sentence} (${kind})\n\n\`\`\`text\n${exampleOf(severity, code)}\n\`\`\``;
}

/** Every diagnostic of every refusal, as people see it. */
const shown = refusals.flatMap(({ wants }) =>
  wants
    .get("human")!
    .split(/\n\n/)
    .filter((part) => /^(error|warning)\[/.test(part)),
);

/** Returns the shortest report of a rule, if possible not about accepting a rule. */
function exampleOf(severity: string, code: string): string {
  const [shortest] = shown
    .filter((text) => text.startsWith(`${severity}[${code}]`))
    .toSorted((one, other) => one.length - other.length);
  if (shortest === undefined) throw new Error(`No refusal shows ${code}.`);
  return shortest.trimEnd();
}
