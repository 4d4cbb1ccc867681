/** The entry of a release in a changelog (Keep a Changelog). */
import type { JudgedFinding } from "../compatibility/finding-groups.ts";
import { classSections, markdownLine } from "../compatibility/markdown-report.ts";

/** A release in a changelog. */
export interface ReleaseEntry {
  /** Its version. */
  readonly version: string;
  /** `2026-11-21`. */
  readonly date: string;
  /** `sha256:` and the digest of the interface. */
  readonly digest: string;
  /** Left out for a first release. */
  readonly since?: string;
  /** What has changed since the last release. */
  readonly findings: readonly JudgedFinding[];
  /** Breaks since the release of this version that was replaced before it was published. */
  readonly replaced?: readonly JudgedFinding[];
}

const brokenBefore = "### Broken before it was published";

/** Writes the section of a changelog about one release, as Markdown. */
export function changelogEntry(entry: ReleaseEntry): string {
  const { version, date, digest, since, findings, replaced = [] } = entry;
  const before = replaced.length === 0 ? [] : [brokenBefore, "", ...replaced.map(markdownLine), ""];
  const first = since === undefined ? ["The first release of the interface.", ""] : [];
  const same = since !== undefined && findings.length === 0 ? [`The interface is that of ${since}.`, ""] : [];
  return [
    `## [${version}] - ${date}`,
    "",
    `Interface \`${digest}\`.`,
    "",
    ...first,
    ...same,
    ...classSections(findings),
    ...before,
  ].join("\n");
}

const header = `# Changelog of the interface

Written by \`toolwright release\` from what changed in the interface since the release before, newest first.

`;

/** Adds an entry above the others of a changelog, replacing one of the same version. Other texts stay as they are. */
export function withEntry(changelog: string | undefined, entry: string, version: string): string {
  const text = withoutEntry(changelog ?? header, version);
  const at = /^## (?!\[?Unreleased)/im.exec(text)?.index ?? text.length;
  const above = text.slice(0, at).trimEnd();
  const breaks = earlierBreaks(changelog ?? "", version).filter((line) => !entry.includes(line));
  const heading = entry.includes(brokenBefore) ? [] : ["", brokenBefore, ""];
  const whole = breaks.length === 0 ? [] : [...heading, ...breaks];
  return `${above}\n\n${[entry.trimEnd(), ...whole].join("\n")}\n${at < text.length ? `\n${text.slice(at)}` : ""}`;
}

/**
 * Returns breaking changes between earlier freezes of a version, from the end of its entry. Callers of an earlier freeze still
 * need them.
 */
function earlierBreaks(text: string, version: string): string[] {
  const entry = text.slice(text.indexOf(`## [${version}]`)).split("\n## ")[0] ?? "";
  const [, section = ""] = entry.split(`${brokenBefore}\n`);
  return section.split("\n").filter((line) => line.startsWith("- "));
}

/** A version that was never published may be frozen again. */
function withoutEntry(text: string, version: string): string {
  const start = text.indexOf(`## [${version}]`);
  if (start === -1) return text;
  const next = text.indexOf("\n## ", start);
  return text.slice(0, start) + (next === -1 ? "" : text.slice(next + 1));
}
