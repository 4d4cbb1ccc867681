/** The page of the rules of a spec, each with a report of a spec that breaks it. The build puts it into `guide/rules.md`. */
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
