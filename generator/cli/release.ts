import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classes, type Finding } from "../compatibility/codes.ts";
import { compareInterfaces } from "../compatibility/compare.ts";
import { diffReport } from "../compatibility/report.ts";
import { DiskError } from "../files/disk-error.ts";
import { releaseAt, releasesIn } from "../files/releases.ts";
import { writeWholeFile } from "../files/whole-file.ts";
import { changelogEntry, withEntry } from "../release/changelog.ts";
import { planRelease } from "../release/plan.ts";
import { publishedIn, type ReleaseFile, releaseText, signatureProblem, signed } from "../release/release.ts";
import { parseVersion } from "../release/version.ts";
import { type Command, type Io, say, text, UsageError, type Values } from "./command.ts";
import { notCompared } from "./diff.ts";
import { version } from "./package.ts";
import { fileOption, ofRelease, type Source, specIn } from "./published-source.ts";
import { specFolder } from "./spec.ts";

export const releaseCommand: Command = {
  name: "release",
  help: `Freezes the interface of a spec as a release: spec/releases/VERSION.json, with VERSION from server.version.

Usage: toolwright release [--spec DIR] [--sign KEY] [--check]
       toolwright release --tag TAG [--spec DIR] [--key FILE]

  --spec DIR        the spec folder (default: spec)
  --sign KEY        a file with a private Ed25519 key in PEM; the release gets a signature
                    (\`openssl genpkey -algorithm ed25519 -out key.pem\` makes one)
  --changelog FILE  where the entry of the release is written (default: CHANGELOG.md in the spec folder)
  --check           write nothing; say what would be released, and exit 1 if it would be refused
  --tag TAG         write nothing; exit 1 unless the release that the tag names (v1.2.0, 1.2.0) is that of the spec
  --key FILE        with --tag: the public Ed25519 key (PEM) by which that release must be signed

A release has the manifest, scopes, failures, limits and states, and a digest (SHA-256 of its canonical JSON). It is
never rewritten. What changed since the last release demands a step of the version:
                    from 1.0.0 on   below 1.0.0
  breaking          major           minor
  risky, additive   minor           patch
  wording           patch           patch
After a prerelease (1.0.0-rc.1) any later version will do: a prerelease promises nothing.
\`generate --check\` refuses a spec that breaks its last release under the same version.

Examples:
  toolwright release --check                      in CI: whether the version fits what changed
  toolwright release --sign key.pem               freeze, sign, write the changelog; then commit and tag
  toolwright release --tag "$GITHUB_REF_NAME"     in the CI of a tag: whether it is on the commit of its release

Exit codes: 0 released, or it was already; 1 refused, and why; 2 usage, disk, or the spec has errors.
`,
  options: {
    spec: { type: "string" },
    sign: { type: "string" },
    changelog: { type: "string" },
    check: { type: "boolean" },
    tag: { type: "string" },
    key: { type: "string" },
  },
  failures: notCompared,
  async run(values, _, io) {
    refuseOthers(values);
    return values.tag === undefined ? await release(values, io) : await verifyTag(values, io);
  },
};

/** Refuses options that would do nothing. */
function refuseOthers({ tag, key, sign, check, changelog }: Values): void {
  if (tag === undefined && key !== undefined) throw new UsageError("--key goes with --tag.");
  if (tag !== undefined && (sign ?? check ?? changelog) !== undefined)
    throw new UsageError("--tag writes nothing: leave --sign, --check and --changelog out.");
}

/** Whether the release that a tag names is the interface of the spec, and signed by the key. */
async function verifyTag(values: Values, io: Io): Promise<number> {
  const tag = text(values, "tag", "");
  const version = tag.replace(/^v/, "");
  if (!parseVersion(version))
    throw new UsageError(`--tag ${JSON.stringify(tag)} names no version, such as v1.2.0.`);
  const key = fileOption(values, "key");
  const folder = specFolder(values);
  const { label, release: frozen } = ofRelease(version, folder);
  const spec = await specIn(folder, io);
  const signature = frozen.signature || key !== undefined ? signatureProblem(frozen, key) : undefined;
  if (signature !== undefined) return ended(io, `${label}: ${signature}`, 1);
  const plan = planRelease(spec.published, frozen);
  if (plan.kind === "released") return ended(io, `${tag} is the interface of ${folder}: ${frozen.digest}`, 0);
  show(spec, frozen, compareInterfaces(publishedIn(frozen), spec.published).findings, io);
  return ended(io, `${tag} is not the interface of ${spec.label}. Tag the commit of its release.`, 1);
}

async function release(values: Values, io: Io): Promise<number> {
  const folder = specFolder(values);
  const key = fileOption(values, "sign");
  const spec = await specIn(folder, io);
  const { published } = spec;
  const stored = releasesIn(folder).at(-1);
  const last = stored && releaseAt(stored.path);
  const plan = planRelease(published, last);
  if (plan.kind === "released") return ended(io, `${stored!.path} is the interface of ${folder}.`, 0);
  if (plan.kind === "refused") {
    show(spec, last, plan.findings, io);
    return ended(io, `${plan.problem} ${plan.hint}`, 1);
  }
  const wanted = plan.release.server.version;
  const path = join(folder, "releases", `${wanted}.json`);
  if (existsSync(path)) throw new DiskError(`${path} is there, and a release is never rewritten.`);
  const frozen = key === undefined ? plan.release : signed(plan.release, key);
  show(spec, last, plan.findings, io);
  if (values.check) return ended(io, `${path} would be written: ${frozen.digest}`, 0);
  const changelog = text(values, "changelog", join(folder, "CHANGELOG.md"));
  const entry = changelogEntry({
    version: wanted,
    date: today(io.env),
    digest: frozen.digest,
    findings: plan.findings,
    ...(last && { since: last.server.version }),
  });
  const before = existsSync(changelog) ? readFileSync(changelog, "utf8") : undefined;
  writeWholeFile(changelog, withEntry(before, entry, wanted));
  writeWholeFile(path, releaseText(frozen));
  return ended(
    io,
    `${path} is released: ${frozen.digest}\nCommit it with the changelog, and tag the commit.`,
    0,
  );
}

/** In UTC; reproducible builds set the date by SOURCE_DATE_EPOCH. */
function today(env: NodeJS.ProcessEnv): string {
  const { SOURCE_DATE_EPOCH: seconds } = env;
  const now =
    seconds === undefined || !/^\d+$/.test(seconds) ? new Date() : new Date(Number(seconds) * 1_000);
  return now.toISOString().slice(0, 10);
}

function show(spec: Source, last: ReleaseFile | undefined, findings: readonly Finding[], io: Io): void {
  if (findings.length === 0) return;
  const shown = diffReport(
    {
      findings: findings.toSorted((a, b) => classes.indexOf(a.class) - classes.indexOf(b.class)),
      stale: [],
      notes: [],
      old: `release ${last?.server.version}`,
      current: spec.label,
      placeOf: (each) => spec.placeOf(each),
    },
    { format: "human", colour: io.stdout.isColoured, version: version() },
  );
  io.stdout.write(shown);
}

/** Says how it ended. @returns the exit code */
function ended(io: Io, line: string, exitCode: number): number {
  say(io, line);
  return exitCode;
}
