/** The command `verify`: checks that a running server equals its release. */
import { compareInterfaces, type DiffFormat, diffFormats } from "@toolwright/check/compatibility";
import { type ReleaseFile, signatureProblem } from "@toolwright/check/release";
import { formatCount, Progress } from "@toolwright/check/report";
import { ImportError, type Published, type PublishedTool, readListed } from "@toolwright/check/surface";
import {
  requiredSource,
  type Source as ServerSource,
  serverOptions,
  timeoutIn,
} from "@toolwright/conformance/server-options";
import { canonical, differences } from "@toolwright/runtime/json";
import { asEmitted } from "../emit/manifest.ts";
import { releaseAt } from "../files/releases.ts";
import { type Command, formatAmong, type Io, say, text, texts, UsageError, type Values } from "./command.ts";
import { notCompared, printDifference } from "./diff.ts";
import { fileOption, inFile, ofRelease, type Source, serverAt, signInAt } from "./published-source.ts";
import { specFolder } from "./spec.ts";

export const command: Command = {
  options: { ...serverOptions, ...texts("release", "manifest", "spec", "key", "format") },
  failures: notCompared,
  async run(values, _, io) {
    const format = formatAmong(diffFormats, values);
    const named = requiredSource(values, io.env);
    const expected = readExpected(values);
    const problems = signatureProblems(expected.release, values);
    const source = await signInAt(named, io);
    const deployed = await serverAt(source, values, io);
    problems.push(...identityProblems(expected.published, deployed.published));
    problems.push(...(await versionProblems(expected.release, source, values, io)));
    problems.push(...listProblems(expected.published, deployed.published));
    return verdict(expected, deployed, problems, format, io);
  },
};

interface Expected extends Source {
  /** Left out for a manifest. */
  readonly release?: ReleaseFile;
}

function readExpected(values: Values): Expected {
  if ((values.release === undefined) === (values.manifest === undefined))
    throw new UsageError("Name one of --release and --manifest.");
  if (values.release !== undefined) return ofRelease(text(values, "release", ""), specFolder(values));
  const file = text(values, "manifest", "");
  const source = inFile(file);
  const [unreadable] = source.published.unreadable ?? [];
  if (unreadable) throw new ImportError(`${file}: ${unreadable.problem}`);
  if (source.published.declared === undefined) return source;
  return { ...source, release: releaseAt(file) };
}

function signatureProblems(release: ReleaseFile | undefined, values: Values): string[] {
  const key = fileOption(values, "key");
  if (release === undefined) {
    if (key !== undefined) throw new UsageError("--key goes with a release: a manifest has no signature.");
    return [];
  }
  if (release.signature === undefined && key === undefined) return [];
  const problem = signatureProblem(release, key);
  return problem === undefined ? [] : [problem];
}

function identityProblems({ server: wanted }: Published, { server }: Published): string[] {
  if (!wanted) return [];
  return (["name", "version"] as const)
    .filter((key) => server?.[key] !== wanted[key])
    .map(
      (key) =>
        `The server's ${key} is ${JSON.stringify(server?.[key] ?? null)}, and ${JSON.stringify(wanted[key])} was published.`,
    );
}

async function versionProblems(
  release: ReleaseFile | undefined,
  source: ServerSource,
  values: Values,
  io: Io,
): Promise<string[]> {
  if (!release) return [];
  const { servedVersions } = await import("@toolwright/check/running-server");
  const progress = new Progress(io.stderr);
  const { protocolVersions } = release;
  const served = await servedVersions(source, protocolVersions, timeoutIn(values), (step) =>
    progress.begin(step),
  ).finally(() => progress.end());
  return release.protocolVersions
    .filter((each) => !served.includes(each))
    .map((each) => `MCP ${each} was published, and the server does not serve it.`);
}

function listProblems(wanted: Published, deployed: Published): string[] {
  const { unreadable = [] } = deployed;
  const left = new Set(unreadable.map(({ name }) => name));
  const names = ({ tools }: Published) => canonical(tools.map(({ name }) => name));
  const found = [
    ...unreadable.map(({ problem }) => problem),
    ...entryProblems(
      wanted.tools.filter(({ name }) => !left.has(name)),
      deployed.tools,
    ),
  ];
  if (found.length === 0 && names(wanted) !== names(deployed))
    found.push("The tools are listed in another order.");
  const [operations, listed] = [readListed(wanted), readListed(deployed)];
  return operations && listed ? [...found, ...entryProblems(operations, listed)] : found;
}

function entryProblems(wanted: readonly PublishedTool[], deployed: readonly PublishedTool[]): string[] {
  const byName = new Map(deployed.map((tool) => [tool.name, asEmitted(tool)]));
  const known = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.map(asEmitted).flatMap((tool) => {
      const actual = byName.get(tool.name);
      if (!actual) return [`${tool.name} is not there.`];
      if (canonical(actual) === canonical(tool)) return [];
      const [first] = differences(tool, actual, 1);
      return [`${tool.name} is another one, first at ${first?.at ?? "/"}.`];
    }),
    ...deployed.flatMap(({ name }) => (known.has(name) ? [] : [`${name} was not published.`])),
  ];
}

function verdict(
  expected: Expected,
  deployed: Source,
  ofLists: readonly string[],
  format: DiffFormat,
  io: Io,
): number {
  const { findings, notes } = compareInterfaces(expected.published, deployed.published);
  // The scopes of tools are in their entries, which are compared as a whole.
  const ofScopes = findings.filter(
    ({ subject, tool = "" }) => subject === "AUTH" && /^(resource|prompt) /.test(tool),
  );
  const problems = [...ofLists, ...ofScopes.map(({ tool, detail }) => `${tool}: ${detail}`)];
  const untold = expected.release ? notes : [];
  if (problems.length === 0) {
    const count = formatCount(deployed.published.tools.length, "tool");
    const isExact = canonical(expected.published.tools) === canonical(deployed.published.tools);
    const how = isExact ? "byte for byte" : "some arguments in the other spelling of their types";
    say(io, `${deployed.label} is ${expected.label}: ${count}, ${how}.`);
    for (const note of untold) say(io, note);
    if (format === "human" || format === "github") return 0;
  }
  const { label: old, placeOf } = expected;
  const report = { findings, stale: [], problems, notes: untold, old, current: deployed.label, placeOf };
  printDifference(report, format, io);
  if (problems.length === 0) return 0;
  say(io, `${deployed.label} is not ${expected.label}: ${formatCount(problems.length, "problem")}.`);
  return 1;
}
