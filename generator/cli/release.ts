/** The command `release`: freezes the interface of a spec as a release. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  applyAccepted,
  atEachPlace,
  classes,
  compareInterfaces,
  type Judged,
  type JudgedFinding,
  makeId,
  openBreaks,
} from "@toolwright/check/compatibility";
import {
  changelogEntry,
  parseVersion,
  planRelease,
  planReplacement,
  type ReleaseEntry,
  type ReleaseFile,
  readPublished,
  releaseText,
  signatureProblem,
  signRelease,
  withEntry,
} from "@toolwright/check/release";
import { DiskError } from "../files/disk-error.ts";
import { listTags } from "../files/git.ts";
import { releaseAt, releasesIn, type StoredRelease } from "../files/releases.ts";
import { writeWholeFile } from "../files/staging.ts";
import { type Command, flags, type Io, say, text, texts, UsageError, type Values } from "./command.ts";
import { notCompared, printDifference } from "./diff.ts";
import { fileOption, ofRelease, readAcceptedOption, type Source, specIn } from "./published-source.ts";
import { specFolder } from "./spec.ts";

export const command: Command = {
  options: {
    ...texts("spec", "accept", "sign", "changelog", "tag", "key"),
    ...flags("replace-unpublished", "check"),
  },
  failures: notCompared,
  async run(values, _, io) {
    refuseOthers(values);
    return values.tag === undefined ? await release(values, io) : await verifyTag(values, io);
  },
};

/** Rejects options that would have no effect. */
function refuseOthers({ tag, key, ...others }: Values): void {
  if (tag === undefined && key !== undefined) throw new UsageError("--key goes with --tag.");
  const [useless] = ["sign", "check", "changelog", "accept", "replace-unpublished"].filter(
    (name) => others[name] !== undefined,
  );
  if (tag !== undefined && useless !== undefined)
    throw new UsageError(`--tag writes nothing: leave --${useless} out.`);
}

/** Whether the release that a tag names is the interface of the spec, and signed by the key. */
async function verifyTag(values: Values, io: Io): Promise<number> {
  const tag = text(values, "tag", "");
  const version = tag.replace(/^v/, "");
  if (!parseVersion(version))
    throw new UsageError(`--tag ${JSON.stringify(tag)} does not name a version, such as v1.2.0.`);
  const key = fileOption(values, "key");
  const folder = specFolder(values);
  const { label, release: frozen } = ofRelease(version, folder);
  const spec = await specIn(folder, io);
  const signature = frozen.signature || key !== undefined ? signatureProblem(frozen, key) : undefined;
  if (signature !== undefined) return printAndEnd(io, `${label}: ${signature}`, 1);
  const plan = planRelease(spec.published, frozen);
  if (plan.kind === "released")
    return printAndEnd(io, `${tag} is the interface of ${folder}: ${frozen.digest}`, 0);
  show(
    spec,
    frozen,
    applyAccepted(compareInterfaces(readPublished(frozen), spec.published).findings, []),
    io,
  );
  return printAndEnd(io, `${tag} is not the interface of ${spec.label}. Tag the commit of its release.`, 1);
}

async function release(values: Values, io: Io): Promise<number> {
  const folder = specFolder(values);
  const key = fileOption(values, "sign");
  const reasons = readAcceptedOption(values);
  const spec = await specIn(folder, io);
  const { last, before, replaced } = storedReleases(spec, values, folder);
  const plan = replaced
    ? planReplacement(spec.published, replaced, before)
    : planRelease(spec.published, before);
  if (plan.kind === "released") return printAndEnd(io, `${last!.path} is the interface of ${folder}.`, 0);
  if (plan.kind === "refused") {
    show(spec, before, applyAccepted(plan.findings, []), io);
    return printAndEnd(io, `${plan.problem} ${plan.hint}`, 1);
  }
  const judged = applyAccepted(plan.findings, reasons);
  show(spec, replaced ?? before, judged, io);
  const missing = missingReasons(judged);
  if (missing !== undefined) return printAndEnd(io, missing, 1);
  const path = join(folder, "releases", `${plan.release.server.version}.json`);
  if (existsSync(path) && !replaced)
    throw new DiskError(`${path} exists already, and a release is never rewritten.`);
  const frozen = key === undefined ? plan.release : signRelease(plan.release, key);
  if (values.check) return printAndEnd(io, `${path} would be written: ${frozen.digest}`, 0);
  writeChangelog(values, folder, {
    version: frozen.server.version,
    date: today(io.env),
    digest: frozen.digest,
    ...(replaced
      ? {
          findings: findingsSince(before, spec),
          replaced: judged.findings.filter((each) => each.class === "breaking"),
        }
      : { findings: judged.findings }),
    ...(before && { since: before.server.version }),
  });
  writeWholeFile(path, releaseText(frozen));
  return printAndEnd(
    io,
    `${path} is released: ${frozen.digest}\nCommit it with the changelog, and tag the commit.`,
    0,
  );
}

/** The last release, and the one with which the spec is compared: the last one, or the one before the replaced one. */
function storedReleases(spec: Source, values: Values, folder: string) {
  const stored = releasesIn(folder);
  const last = stored.at(-1);
  if (!values["replace-unpublished"]) return { last, before: readStored(last), replaced: undefined };
  const replaced = requireUnpublished(spec, readStored(last), folder);
  return { last, before: readStored(stored.at(-2)), replaced };
}

function findingsSince(before: ReleaseFile | undefined, { published }: Source): readonly JudgedFinding[] {
  return before
    ? applyAccepted(compareInterfaces(readPublished(before), published).findings, []).findings
    : [];
}

function readStored(stored: StoredRelease | undefined): ReleaseFile | undefined {
  return stored && releaseAt(stored.path);
}

/** The last release, which has the version of the spec and no tag. */
function requireUnpublished(
  { published }: Source,
  last: ReleaseFile | undefined,
  folder: string,
): ReleaseFile {
  const version = published.server?.version ?? "";
  if (last?.server.version !== version)
    throw new UsageError(
      `--replace-unpublished: the last release is ${last?.server.version ?? "not there"}, and the spec has the version ${version}. Leave the option out.`,
    );
  const [tag] = listTags(version, folder);
  if (tag === undefined) return last;
  throw new DiskError(
    `Release ${version} is published: the tag ${tag} carries it. Give server.version the next version.`,
  );
}

/** Returns a request for the missing reasons, with entries to complete. */
function missingReasons(judged: Judged): string | undefined {
  const open = openBreaks(judged);
  if (open.length === 0 && judged.stale.length === 0) return undefined;
  if (open.length === 0) return "Take the stale entries out of the list.";
  const breaks = open.length === 1 ? "1 break has" : `${open.length} breaks have`;
  const entries = open.flatMap(atEachPlace).map((each) => `- finding: ${makeId(each)}\n  reason: ...`);
  return `${breaks} no reason. Write one for each into a list, and name it with --accept FILE:\n${entries.join("\n")}`;
}

function writeChangelog(values: Values, folder: string, entry: ReleaseEntry): void {
  const file = text(values, "changelog", join(folder, "CHANGELOG.md"));
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  writeWholeFile(file, withEntry(before, changelogEntry(entry), entry.version));
}

/** Returns today's date in UTC; reproducible builds set it by SOURCE_DATE_EPOCH. */
function today(env: NodeJS.ProcessEnv): string {
  const { SOURCE_DATE_EPOCH: seconds } = env;
  const now =
    seconds === undefined || !/^\d+$/.test(seconds) ? new Date() : new Date(Number(seconds) * 1_000);
  return now.toISOString().slice(0, 10);
}

function show(spec: Source, last: ReleaseFile | undefined, { findings, stale }: Judged, io: Io): void {
  if (findings.length === 0 && stale.length === 0) return;
  const ordered = findings.toSorted((a, b) => classes.indexOf(a.class) - classes.indexOf(b.class));
  const { label: current, placeOf } = spec;
  const old = `release ${last?.server.version}`;
  printDifference({ findings: ordered, stale, notes: [], old, current, placeOf }, "human", io);
}

/** Says how it ended. @returns the exit code */
function printAndEnd(io: Io, line: string, exitCode: number): number {
  say(io, line);
  return exitCode;
}
