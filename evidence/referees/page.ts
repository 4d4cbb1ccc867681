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

/** A cell of a table: one line, without the signs that end it. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("*", "\\*");
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

function claimTable(): string {
  const rows = servers.flatMap((server) => server.claims.map((claim) => claimRow(server, claim)));
  return table(["server", "the changelog says", "the check says"], rows);
}

function claimRow(server: RecordedServer, { says, expects, outOfSight, readAfter }: Claim): string[] {
  const findings = findingsOf(server);
  const found = expects.map((pattern) => {
    const count = matching(pattern, findings).length;
    return count === 0 ? `missing: \`${pattern}\`` : `\`${pattern}\`${count > 1 ? ` (${count})` : ""}`;
  });
  const answer =
    outOfSight === undefined ? found.join(", ") || "nothing to find" : `not in the lists: ${outOfSight}`;
  return [`\`${server.server}\``, `${cell(says)}${readAfter ? " (read afterwards)" : ""}`, answer];
}

/** The calls that were not simply accepted before and refused now. */
function exceptionTable(): string {
  const rows = servers.flatMap(({ server, sent }) => {
    const exceptions = sent.filter((each) => outcomeOf(each) !== "refused");
    const groups = Map.groupBy(exceptions, (each) => `${outcomeOf(each)} ${each.finding.split(" ")[0]}`);
    return [...groups.values()].map(([first, ...more]) => [
      `\`${server}\``,
      outcomeOf(first!),
      `\`${first!.finding}\`${more.length > 0 ? ` and ${more.length} more` : ""}`,
      `\`${cell(JSON.stringify(first!.call.arguments)).slice(0, 80)}\``,
      cell(first!.answer),
    ]);
  });
  return table(["server", "outcome", "finding", "call", "answer of the new version"], rows);
}

export function gravestClass({ old, new: current }: RecordedEdit): Finding["class"] | "none" {
  const { findings } = compareInterfaces({ tools: old }, { tools: current });
  return classes.find((kind) => findings.some((each) => each.class === kind)) ?? "none";
}

function editTable(): string {
  const rows = edits.map((edit) => [
    edit.project,
    edit.commit,
    cell(edit.subject),
    edit.judged,
    gravestClass(edit),
  ]);
  return table(["project", "commit", "subject", "by a reader", "the check says"], rows);
}

export function pageText(): string {
  const sent = servers.flatMap((server) => server.sent);
  const count = (wanted: Outcome) => sent.filter((each) => outcomeOf(each) === wanted).length;
  const needed = servers.map(countClaims).reduce((sum, each) => sum + each.needed, 0);
  const agreed = edits.filter((edit) => gravestClass(edit) === edit.judged).length;
  return `# What the check finds at servers of others

${servers.length} servers of npm in two published versions each, and ${edits.length} edits by which the snapshot tests of two projects failed. None of them is
ours. The servers, their versions and the sentences of their changelogs were written down before the check ran for the first time. About ten of the
sentences were worded anew after it: most of them name things that are in neither list. The lists,
the calls and the answers are recorded in \`evidence/referees/fixtures/\`; this repeats the comparison, without a network:

\`\`\`
npx vitest run --config vitest.proof.config.ts evidence/referees
\`\`\`
<!-- test: referees.proof "covers 20 servers with two versions each, and 30 edits"; referees.proof "evidence/check-referees.md shows the recordings" -->

## Two versions of ${servers.length} servers

- **changelog**: changes that the changelog names, and that the check finds. All ${needed} are found.
- **sent**: each break shows a call. It was sent to both versions, with dummy tokens and without a network: a call that gets as far as its
  backend was accepted.
- **refused**: the old version takes the call, and the new one refuses it, as the check says: ${count("refused")} of ${sent.length}.
- **both**: the old version refuses the call, too, for a reason that its schema does not say, such as "At least one of 'body' or 'resolved'". The finding is
  right; the call is a poor example: ${count("both")}.
- **dropped**: the new version drops the argument that its schema forbids, and answers: ${count("dropped")}. The check asks the server for that, and calls it
  advice, if it can send an unknown argument to a tool that changes nothing.
- **taken**: the new version takes a value that its own schema forbids: ${count("taken")}. The check calls these breaks. They are breaks by the letter alone.
- **open**: no answer, since the server waits for its backend: ${count("open")}.
- **not sent**: results, resources, prompts.
<!-- test: referees.proof "every change of the lists that its changelog names is found"; referees.proof "each break that a call can show was sent, and no other call"; breaks.unit "arguments that a lax server drops are one piece of advice, and no call is called refused"; check.service "a removed argument is a break where the server refuses it, and advice where it makes no difference" -->

${serverTable()}

Two of the servers that were chosen could not be read in both versions here, and reserves that were chosen with them took their places:
\`@supabase/mcp-server-supabase\` 0.4.4, which needs the internet to start, and \`@heroku/mcp-server\` 1.2.8, which misses a module. Each server was started with its defaults and dummy tokens, so tools that
need a login or a flag are not in its lists.

## The changelogs

${claimTable()}

"Read afterwards" are changelogs that were found when the findings were known. Sentences that are not in the lists were found so afterwards, too.

## Calls that were not simply refused

${exceptionTable()}

## ${edits.length} edits of snapshot tests

Every fourth commit that changed a snapshot of a tool: \`pkg/github/__toolsnaps__\` of github-mcp-server, and \`pkg/mcp/testdata\` of kubernetes-mcp-server. Both are
written in Go. A reader gave each a class before the check ran. ${agreed} of ${edits.length} agree. At d080b23f59 the reader had missed that \`updated_field\`, which was any object,
must be one of two shapes: \`{}\` is refused now. kubeflow, datawrapper, themoltnet and MediaWiki keep no snapshots in files.
<!-- test: referees.proof "the gravest class of each edit is that of a reader, but for one that the reader had missed" -->

${editTable()}

## Servers in five languages

| language | server | what the check says |
|---|---|---|
| TypeScript | 21 of the servers above | see there |
| Go | \`kubernetes-mcp-server\`, a binary in a package of npm, and the edits of two projects | see there |
| C# | \`@azure/mcp\` 2.0.5 -> 3.0.0-beta.46, a binary in a package of npm: 61 and 71 tools | 38 calls are refused now: six tools lost \`auth-method\`, \`tenant\` and the \`retry\` arguments. All 38 were sent: "Request rejected due to unknown arguments". 21 rules of MCP held; 0.8 s of processor time, 17 s of waiting for the server |
| Rust | \`@openai/codex\` 0.99.0 -> 0.142.0 (\`codex mcp-server\`), a binary in a package of npm: 2 tools | 2 calls are refused now: \`codex\` lost \`profile\`, and takes no other argument. Both were sent: "unknown field". From 0.50.0 to 0.99.0 nothing breaks, and the old \`conversationId\` is taken still. 17 rules of MCP held; 2.1 s of processor time, most of it to start the server |
| Python | FastMCP 4.0.10, and a server with the standard library alone | the two tries below |
<!-- no test: a measurement by hand at packages that are not installed here -->

No server in Java or PHP could be installed here.

## Two tries as a newcomer with a Python server

From an empty folder to a pull request that is red for the right reason. The check was run from a checkout of this repository.

| | FastMCP 4.0.10, two tools | the standard library, 50 lines over stdio |
|---|---|---|
| first look | 16 s: no rule broken, 4 pieces of advice | 4 s: \`print\` at the start was found, and the server was read nevertheless |
| until that was green | nothing to do | three runs: \`ping\` without an answer, and two calls that ended the server |
| lock file | 13 s, one command | 1 s, one command |
| pull request | renamed \`query\`, lower \`limit\`, a value and an argument less: 4 calls refused | renamed \`city\`, two other values: 2 calls refused |
| commands | 3 | 6 |
| minutes | 1, and the installation of FastMCP | 11, most of them mending the check |
| right | all 5 breaks; the new result type is additive, since the old schema promised nothing | both breaks; the old name is accepted and has no effect, since the schema is open |
<!-- no test: measured by hand -->

Mended on the way: a server that ended at a wrong call was a note, and is a failure; a \`ping\` without an answer was four findings and three minutes, and is one; values
that were replaced were a break and, beside it, "Every call that was right still is"; a hint spoke of a spec that such a team does not have.
<!-- test: protocol.service "a server that ignores what it does not know, and ends at an unknown tool, has a finding for each cause"; findings.unit "values that were replaced" -->

Such a team needs what the check does not say yet:

- which message ended the server: its last words are shown, and the request is not;
- that \`query\` is \`text\` now, as one finding with the advice to take both names for a while;
- a shorter wait for a server that answers other requests at once, and one kind never: each such kind costs a minute;
- how to install an optional package beside a project that has no \`package.json\`.

## What it taught the check

These were mistakes of the check. Each has a test.

- An argument with a default, which Zod 4 lists as required, was called a break. Servers fill the default in.
- A tool without \`type: object\` was left out of the lock file, and called new in the next version.
- A healthy server without its backend failed, since it answers calls with an error of JSON-RPC.
- Arguments that the server drops were called refused. At firecrawl-mcp, ${droppedAt("firecrawl-mcp")} of ${sentAt("firecrawl-mcp")} calls were.
- Each new argument of an open schema was a piece of advice of its own: 40 at firecrawl-mcp. They are one, with their places.
- Icons were a risk. They are wording.
<!-- test: findings.unit "a default that Zod 4 lists as required"; findings.unit "other icons"; check.service "are neither gone when they break, nor new when they are mended"; check.service "a tool whose backend cannot be reached is advice, if it answers with an error of JSON-RPC"; breaks.unit "new arguments of open schemas are one piece of advice with their places" -->

## What it does not see

- A server that becomes strict without a word in its list: mongodb-mcp-server 3.0 and git-mcp-server 2.15 refuse unknown arguments that they dropped before,
  and both versions list closed schemas.
- A server that looks at none of its schemas: the kubernetes server lists a new pattern, and takes other texts.
- Rules between arguments that only the code knows.
- That a removed and a new argument are one that was renamed.
`;
}

function sentAt(name: string): number {
  return servers.find(({ server }) => server === name)?.sent.length ?? 0;
}

function droppedAt(name: string): number {
  const sent = servers.find(({ server }) => server === name)?.sent ?? [];
  return sent.filter((each) => outcomeOf(each) === "dropped").length;
}
