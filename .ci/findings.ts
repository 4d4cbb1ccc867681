/** The pages about findings of `toolwright diff`: one for each code, and a list. The build puts them into `guide/findings/`. */
import {
  type Code,
  type CodeEntry,
  codes,
  compareInterfaces,
  diffReport,
  type Finding,
  subjects,
} from "@toolwright/check/compatibility";
import { examples } from "../generator/test/support/compatibility/examples.ts";

const entries = Object.entries(codes) as [Code, CodeEntry][];

/** The text of each page, by file name. */
export function findingPages(): ReadonlyMap<string, string> {
  const pages = entries.map(([code, entry]) => [`${code}.md`, page(code, entry)] as const);
  return new Map([["README.md", list()], ...pages]);
}

/** The findings of the example of a code. */
export function exampleFindings(code: Code): readonly Finding[] {
  const { published, old, current } = examples[code];
  return compareInterfaces(published(old as never), published(current as never)).findings;
}

function page(code: Code, { subject, class: kind, says, sees, advice }: CodeEntry): string {
  const { where, old, current } = examples[code];
  const report = diffReport(
    {
      findings: exampleFindings(code),
      stale: [],
      notes: [],
      old: "old",
      current: "new",
      placeOf: () => ({ file: "spec/service.yaml" }),
    },
    { format: "human", colour: false, version: "0.0.0" },
  );
  return `# \`${code}\`

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
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function list(): string {
  const rows = subjects.flatMap((subject) => [
    `## ${subject}`,
    "",
    "| code | class | what changed |",
    "|---|---|---|",
    ...entries
      .filter(([, entry]) => entry.subject === subject)
      .map(([code, entry]) => `| [\`${code}\`](${code}.md) | ${entry.class} | ${entry.says} |`),
    "",
  ]);
  return `# Findings of \`toolwright diff\`

Each difference between two interfaces is a finding with a code. Its class says what it means for callers that worked before:
**breaking** (a call that was right is refused, or a result was not possible), **risky** (still valid, with another effect, or
undecided), **additive**, **wording**.

${rows.join("\n").trimEnd()}
`;
}
