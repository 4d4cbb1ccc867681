/** Makes the tables of evidence/check-referees.md. */
import { classes, compareInterfaces, type Finding } from "@toolwright/check/compatibility";
import {
  breaksOf,
  type Claim,
  edits,
  findingsOf,
  matching,
  type Outcome,
  outcomeOf,
  type RecordedEdit,
  type RecordedServer,
  type SentCall,
  sendable,
  servers,
} from "./recordings.ts";

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const outcomes: readonly Outcome[] = ["refused", "both", "dropped", "taken", "open"];

function countOutcomes(sent: readonly SentCall[]): readonly number[] {
  return outcomes.map((wanted) => sent.filter((each) => outcomeOf(each) === wanted).length);
}

/** The findings that claims need, and how many of them are there. */
export function countClaims(server: RecordedServer): { readonly needed: number; readonly found: number } {
  const patterns = server.claims.filter(isInSight).flatMap(({ expects }) => expects);
  const findings = findingsOf(server);
  return {
    needed: patterns.length,
    found: patterns.filter((pattern) => matching(pattern, findings).length > 0).length,
  };
}

function isInSight({ outOfSight }: Claim): boolean {
  return outOfSight === undefined;
}

function serverTable(): string {
  const rows = servers.map((server) => {
    const { needed, found } = countClaims(server);
    const others = breaksOf(server).length - sendable(server).length;
    return [
      `\`${server.server}\``,
      `${server.old} -> ${server.new}`,
      server.toolsAltogether.join(" -> "),
      needed === 0 ? "-" : `${found} of ${needed}`,
      server.sent.length,
      ...countOutcomes(server.sent),
      others,
    ];
  });
  const claims = servers.map(countClaims);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const total = [
    `${servers.length} servers`,
    "",
    "",
    `${sum(claims.map(({ found }) => found))} of ${sum(claims.map(({ needed }) => needed))}`,
    sum(servers.map(({ sent }) => sent.length)),
    ...countOutcomes(servers.flatMap(({ sent }) => sent)),
    sum(servers.map((server) => breaksOf(server).length - sendable(server).length)),
  ];
  const head = ["server", "versions", "tools", "changelog", "sent", ...outcomes, "not sent"];
  return table(head, [...rows, total]);
}

export function gravestClass({ old, new: current }: RecordedEdit): Finding["class"] | "none" {
  const { findings } = compareInterfaces({ tools: old }, { tools: current });
  return classes.find((kind) => findings.some((each) => each.class === kind)) ?? "none";
}

/** The edits of each project, by the gravest class that the check gives them. */
function editTable(): string {
  const rows = [...Map.groupBy(edits, ({ project }) => project)].map(([project, ofProject]) => {
    const kinds = ofProject.map(gravestClass);
    const counts = classes.map((kind) => kinds.filter((each) => each === kind).length);
    const agreed = ofProject.filter((edit) => gravestClass(edit) === edit.judged).length;
    return [`\`${project}\``, ...counts, `${agreed} of ${ofProject.length}`];
  });
  return table(["snapshots of", ...classes, "as the reader said"], rows);
}

export function pageText(): string {
  const sent = servers.flatMap((server) => server.sent);
  const count = (wanted: Outcome) => sent.filter((each) => outcomeOf(each) === wanted).length;
  const needed = servers.map(countClaims).reduce((sum, each) => sum + each.needed, 0);
  return `# What the check finds at servers of others

${servers.length} servers of npm in two published versions each, and ${edits.length} edits that failed the snapshot tests of two projects. None of them is ours. They and the
sentences of their changelogs were chosen before the check ran for the first time. They are recorded in \`evidence/referees/fixtures/\`, each sentence with the
findings that it needs; this repeats the comparison, without a network (recorded in November 2026):

\`\`\`
npx vitest run --config vitest.proof.config.ts evidence/referees
\`\`\`
<!-- test: referees.proof "covers 20 servers with two versions each, and 30 edits"; referees.proof "evidence/check-referees.md shows the recordings" -->

## Two versions of ${servers.length} servers

- **changelog**: changes that the changelog names, and that the check finds. All ${needed} are found.
- **sent**: the call that shows a break, sent to both versions with dummy tokens and without a network.
- **refused**: the old version takes the call, and the new one refuses it, as the check says: ${count("refused")} of ${sent.length}.
- **both**: the old version refuses the call, too, for a reason that its schema does not say: ${count("both")}.
- **dropped**: the new version drops the argument that its schema forbids, and answers: ${count("dropped")}.
- **taken**: the new version takes a value that its own schema forbids: ${count("taken")}.
- **open**: no answer, since the server waits for its backend: ${count("open")}.
- **not sent**: results, resources, prompts.
<!-- test: referees.proof "every change of the lists that its changelog names is found"; referees.proof "each break that a call can show was sent, and no other call"; breaks.unit "arguments that a lax server drops are one piece of advice, and no call is called refused"; check.service "a removed argument is a break where the server refuses it, and advice where it makes no difference" -->

${serverTable()}

## ${edits.length} edits of snapshot tests

Every fourth commit that changed a snapshot of a tool, by the gravest class that the check gives it. A reader gave each a class before the check ran.
The reader had missed the one that differs, github-mcp-server d080b23f59: \`updated_field\` must be one of two shapes.
<!-- test: referees.proof "the gravest class of each edit is that of a reader, but for one that the reader had missed" -->

${editTable()}

## Other languages

By hand, in November 2026:

| language | server | breaks |
|---|---|---|
| C# | \`@azure/mcp\` 2.0.5 -> 3.0.0-beta.46 | 38 of 38 sent and refused |
| Rust | \`@openai/codex\` 0.99.0 -> 0.142.0 | 2 of 2 sent and refused |
| Python | FastMCP 4.0.10, an edit of our own | all 5 breaks found |
| Python | the standard library, an edit of our own | both breaks found |
<!-- no test: outside -->

## Not covered

- Tools that need a login or a flag: each server ran with its defaults. Servers in Java and PHP.
- A server that becomes strict without a word in its list: mongodb-mcp-server 3.0 and git-mcp-server 2.15 refuse unknown arguments that they dropped before.
- A server that reads none of its schemas: the kubernetes server lists a new pattern, and takes other texts.
- Rules between arguments that only the code knows, and that a removed and a new argument are one that was renamed.
`;
}
