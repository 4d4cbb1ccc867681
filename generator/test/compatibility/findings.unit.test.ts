/** Each code of a finding has an example that yields it, and a page that shows the example. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Code, classes, codes, type Finding, subjects } from "../../compatibility/codes.ts";
import { compareInterfaces } from "../../compatibility/compare.ts";
import { diffReport } from "../../compatibility/report.ts";
import { examples } from "../support/compatibility/examples.ts";
import { expectGolden } from "../support/golden.ts";
import { repository } from "../support/temporary-project.ts";

const names = Object.keys(codes) as Code[];
const folder = join(repository, "docs", "findings");

function findingsOf(code: Code): readonly Finding[] {
  const { published, old, current } = examples[code];
  return compareInterfaces(published(old as never), published(current as never)).findings;
}

describe("examples", () => {
  test.each(names)("%s", (code) => {
    const found = findingsOf(code);
    expect(found.map((each) => each.code)).toContain(code);
    // An example shows one thing: what else it yields is not graver.
    const own = classes.indexOf(codes[code].class);
    expect(found.filter((each) => classes.indexOf(each.class) < own).map((each) => each.code)).toEqual([]);
  });

  test.each(names)("%s: nothing is found where nothing changed", (code) => {
    const { published, old } = examples[code];
    expect(
      compareInterfaces(published(old as never), published(structuredClone(old) as never)).findings,
    ).toEqual([]);
  });
});

test.each(names)("docs/findings/%s.md says what it means, and shows the example", (code) => {
  const { subject, class: kind, says, sees, advice } = codes[code];
  const { where, old, current } = examples[code];
  const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  const report = diffReport(
    {
      findings: findingsOf(code),
      stale: [],
      notes: [],
      old: "old",
      current: "new",
      placeOf: () => ({ file: "spec/service.yaml" }),
    },
    { format: "human", colour: false, version: "0.0.0" },
  );
  const page = `# \`${code}\`

${says} (${kind}, ${subject})

- **What callers see:** ${sees}
- **What to do:** ${advice}

## Example

Before (${where}):

${json(old)}

After:

${json(current)}

\`toolwright diff\` reports:

\`\`\`text
${report.trimEnd()}
\`\`\`
`;
  expectGolden(join(folder, `${code}.md`), page);
});

test("docs/findings/README.md lists them, and there is no page of a code that is gone", () => {
  const rows = subjects.flatMap((subject) => [
    `## ${subject}`,
    "",
    "| code | class | what changed |",
    "|---|---|---|",
    ...names
      .filter((code) => codes[code].subject === subject)
      .map((code) => `| [\`${code}\`](${code}.md) | ${codes[code].class} | ${codes[code].says} |`),
    "",
  ]);
  const page = `# Findings of \`toolwright diff\`

Each difference between two interfaces is a finding with a code. Its class says what it means for callers that worked before:
**breaking** (a call that was right is refused, or a result was not possible), **risky** (still valid, with another effect, or
undecided), **additive**, **wording**.

${rows.join("\n").trimEnd()}
`;
  expectGolden(join(folder, "README.md"), page);
  if (process.env.UPDATE_GOLDENS === "1") return;
  expect(readdirSync(folder).sort()).toEqual(["README.md", ...names.map((code) => `${code}.md`)].sort());
});
