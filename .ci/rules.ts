/** The pages of the rules of specs and of descriptions, each rule with a report of what breaks it. The build puts them into `guide/`. */
import { describeFindings } from "../check/descriptions/descriptions.ts";
import type { DescriptionRule } from "../check/descriptions/rule.ts";
import { descriptionRules } from "../check/descriptions/rules.ts";
import type { PublishedTool } from "../check/surface/published-interface.ts";
import { ruleRows } from "../generator/rules/index.ts";
import { refusals } from "../generator/test/support/refusals.ts";

/** The text of the page. @throws where no refusal shows a rule */
export function rulesPage(): string {
  const sections = ruleRows.map(
    ({ code, kind, sentence }) =>
      `## \`${code}\`\n\n${sentence} (${kind})\n\n\`\`\`text\n${exampleOf(kind, code)}\n\`\`\``,
  );
  return `# The rules of a spec

A diagnostic has the code of the rule that was broken, and the rule is its message. A rule that may be accepted becomes a
warning where \`accept\` of \`service.yaml\` names it with a reason, and an accepted warning falls silent. Under each rule stands a
report of a spec that breaks it. \`npx toolwright rules\` prints the list.

${sections.join("\n\n")}
`;
}

/** Every diagnostic of every refusal, as people see it. */
const shown = refusals.flatMap(({ wants }) =>
  wants
    .get("human")!
    .split(/\n\n/)
    .filter((part) => /^(error|warning)\[/.test(part)),
);

/** Returns the shortest report of a rule. */
function exampleOf(kind: string, code: string): string {
  const [severity] = kind.split(",");
  const [shortest] = shown
    .filter((text) => text.startsWith(`${severity}[${code}]`))
    .toSorted((one, other) => one.length - other.length);
  if (shortest === undefined) throw new Error(`No refusal shows ${code}.`);
  return shortest.trimEnd();
}

/** The text of the page of the rules about what models read of tools. */
export function descriptionsPage(): string {
  return `# The rules of descriptions

\`toolwright check\` reads what a server tells models about its tools, by ${descriptionRules.length} rules. None fails a check: \`advice\` is worth a look, a \`note\` is information.
\`--rules\` turns rules off by their names. Where a rule needs English it keeps silent about other languages.

${descriptionRules.map(writeRule).join("\n\n")}
`;
}

function writeRule({ code, level, sentence, why, advice, source, bad, good }: DescriptionRule): string {
  const findings = describeFindings({ tools: bad }).filter((finding) => finding.code === code);
  return `## \`${code}\`

${sentence} (${level})

${why} ${advice} [Source](${source.address}), ${source.date}.

\`\`\`text
${findings.flatMap(({ says, shown: lines = [] }) => [says, ...lines]).join("\n")}
\`\`\`

Better:

\`\`\`json
${good.map(shorten).join("\n")}
\`\`\``;
}

/** Schemas without properties say nothing in an example. */
function shorten({ inputSchema, ...tool }: PublishedTool): string {
  return JSON.stringify({ ...tool, ...(inputSchema.properties !== undefined && { inputSchema }) });
}
