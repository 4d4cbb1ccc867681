import { AcceptedListError, applyAccepted, readAccepted } from "../compatibility/accepted.ts";
import { compareInterfaces } from "../compatibility/compare.ts";
import { type DiffFormat, diffFormats, diffReport } from "../compatibility/report.ts";
import type { DiffReport } from "../compatibility/reported.ts";
import { ImportError } from "../import/listing.ts";
import { ReleaseError } from "../release/release.ts";
import { compareVersions, parseVersion } from "../release/version.ts";
import { type Command, formatAmong, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { version } from "./package.ts";
import {
  fileOption,
  type Source,
  serverAt,
  sourceNamed,
  specIn,
  UnreadableError,
} from "./published-source.ts";
import { areForServer, serverOptions } from "./server-options.ts";
import { specFolder } from "./spec.ts";

/** Why nothing was compared. */
export const notCompared = {
  kinds: [ImportError, ReleaseError, UnreadableError, AcceptedListError],
  exitCode: 2,
} as const;

export const command: Command = {
  help: `Says what changed between two interfaces, and what it means for callers that worked before.

Usage: toolwright diff [OLD [NEW]] [--accept FILE] [--format NAME]
       toolwright diff OLD --url URL

OLD and NEW are each one of:
  DIR               a spec folder
  git:REVISION      the spec folder at a revision: git:main, git:v1.2.0, git:HEAD~3
  release:VERSION   a release of the spec (spec/releases/VERSION.json); release:latest is the last one
  FILE              a manifest ({ "tools": [...] }) or a release file
  https://...       a running server; --url URL names it as NEW
NEW is the spec folder if it is left out, and OLD its last release.

  --spec DIR        the spec folder (default: spec)
  --accept FILE     breaks that the team accepts: YAML, a list of { finding: "CODE TOOL PLACE", reason: ... }
  --format NAME     human (default), json, github (annotations of a pull request), sarif, markdown
  --token TOKEN     a bearer token for the server
  --header "N: V"   another header for the server; may be given several times
  --timeout SECONDS how long the server may take (default: 60)

Every difference is a finding of one of four classes:
  breaking   a call that was right is refused, or a result is one that was not possible; a value shows it
  risky      still valid, with another effect; or it could not be decided, which the finding says
  additive   callers can do more, or know more
  wording    the same words or the same schema, written differently
Schemas are compared by what they accept, not by how they are written. Each code has a page in
node_modules/toolwright/guide/findings/.

Examples:
  toolwright diff                                  the spec against its last release
  toolwright diff git:main --format github         in CI: annotations for what a pull request breaks
  toolwright diff old.json new.json                two manifests of any servers
  toolwright diff release:1.2.0 --url https://example.com/mcp    what is deployed

Exit codes: 0 nothing breaks that is not accepted, 1 something does or an accepted break is stale, 2 not compared.
`,
  arguments: ["OLD", "NEW"],
  options: { ...serverOptions, ...texts("spec", "accept", "format") },
  failures: notCompared,
  async run(values, positionals, io) {
    const format = formatAmong(diffFormats, values);
    const accepted = fileOption(values, "accept");
    const list = accepted === undefined ? [] : readAccepted(accepted, text(values, "accept", ""));
    const [old, current] = await sides(values, positionals, io);
    const { findings, notes } = compareInterfaces(old.published, current.published);
    const judged = applyAccepted(findings, list);
    const report = {
      ...judged,
      notes: [...versionNotes(old, current), ...notes],
      old: old.label,
      current: current.label,
      placeOf: (current.isSpec || !old.isSpec ? current : old).placeOf,
    };
    printDifference(report, format, io);
    const breaks = judged.findings.some(
      (each) => each.class === "breaking" && each.acceptedFor === undefined,
    );
    return breaks || judged.stale.length > 0 ? 1 : 0;
  },
};

function versionNotes(old: Source, current: Source): string[] {
  const [before, after] = [old, current].map(({ published }) => published.server?.version);
  const [was, is] = [parseVersion(before ?? ""), parseVersion(after ?? "")];
  if (!was || !is || compareVersions(is, was) >= 0) return [];
  return [`The version goes back: ${before} -> ${after}.`];
}

/** Prints a comparison in the format that the command line names. */
export function printDifference(report: DiffReport, format: DiffFormat, { stdout }: Io): void {
  stdout.write(diffReport(report, { format, colour: stdout.isColoured, version: version() }));
}

async function sides(values: Values, [old, current]: readonly string[], io: Io): Promise<[Source, Source]> {
  if (values.url !== undefined && current !== undefined)
    throw new UsageError("--url stands for NEW. Leave one of them out.");
  const isServer = [old, current].some((side) => side !== undefined && /^https?:/.test(side));
  if (values.url === undefined && !isServer && areForServer(values))
    throw new UsageError("--token, --header and --timeout go with a server.");
  const before = await sourceNamed(old ?? "release:latest", values, io, "skip unreadable tools");
  if (values.url !== undefined) return [before, await serverAt(values)];
  return [
    before,
    current === undefined ? await specIn(specFolder(values), io) : await sourceNamed(current, values, io),
  ];
}
