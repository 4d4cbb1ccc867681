/** From sections to a verdict: what the team accepts, what the base had already, one line in words, an exit code. */
import { canonical } from "@toolwright/json-schema";
import { entryPattern } from "../compatibility/accepted-breaks.ts";
import { codes } from "../compatibility/codes.ts";
import type { AcceptedFinding } from "../lock/lock-file.ts";
import { verdictSentence } from "./sentence.ts";
import { type CheckFinding, type Level, type Section, sectionNames } from "./verdict.ts";
import {
  findingId,
  findingIds,
  isFailing,
  isOpen,
  type JudgedCheckFinding,
  type JudgedSection,
  type Verdict,
} from "./verdict-data.ts";

export interface JudgeOptions extends Pick<Verdict, "checked" | "server" | "comparedWith"> {
  readonly accepted: readonly AcceptedFinding[];
  /** Those that the base has, too: the breaks among them were accepted for an earlier change. */
  readonly acceptedAtBase?: readonly AcceptedFinding[];
  /** The same sections of the base, as far as they can be made of it. */
  readonly base: readonly Section[];
  /** Codes of findings that this run did not look for: an entry that accepts one may be needed. */
  readonly undecided?: readonly string[];
}

export function judge(sections: readonly Section[], options: JudgeOptions): Verdict {
  const { accepted, acceptedAtBase = [], base, undecided = [], ...named } = options;
  const earlier = new Set(acceptedAtBase.filter(isAboutBreak).map((entry) => canonical(entry)));
  const current = accepted.filter((entry) => !earlier.has(canonical(entry)));
  const patterns = current.map((entry) => ({ entry, pattern: entryPattern(entry.finding) }));
  const used = new Set<AcceptedFinding>();
  const known = new Set(base.flatMap(({ findings }) => findings.flatMap(findingIds)));
  const judged = sections.map(({ findings, ...section }): JudgedSection => {
    const all = findings.map((finding): JudgedCheckFinding => {
      const entries = findingIds(finding).map((id) =>
        patterns.find(({ entry, pattern }) => pattern.test(id) && entry.value === finding.value),
      );
      for (const match of entries) if (match) used.add(match.entry);
      const [first] = entries;
      const isAccepted = first !== undefined && entries.every((match) => match !== undefined);
      const shown = { ...finding, ...(isAccepted && { acceptedFor: first.entry.reason }) };
      return { ...shown, ...splitPlaces(shown, known) };
    });
    return { ...section, findings: all.toSorted((a, b) => rank(a) - rank(b)) };
  });
  const stale = accepted.filter((entry) => !used.has(entry) && canBeStale(entry, sections, undecided));
  const failing = judged.flatMap(({ findings }) => findings.filter(isFailing));
  const exitCode = failing.length > 0 || stale.length > 0 ? 1 : 0;
  return { sentence: verdictSentence(judged, stale), exitCode, ...named, sections: judged, stale };
}

/** An accepted break belongs to one change: when that is merged, the base has it. Any other finding is accepted as long as it is there. */
export function isAboutBreak({ finding, section }: AcceptedFinding): boolean {
  const [code = ""] = finding.split(" ");
  return section === "breaks" || Object.hasOwn(codes, code);
}

/** Puts the places first at which the base did not have the finding. */
function splitPlaces(
  finding: CheckFinding,
  known: ReadonlySet<string>,
): Pick<JudgedCheckFinding, "places" | "knownPlaces" | "isKnown"> {
  const isAtBase = (place: string) => known.has(findingId(finding.code, place));
  const knownPlaces = finding.places.filter(isAtBase);
  const newPlaces = finding.places.filter((place) => !isAtBase(place));
  return {
    places: [...newPlaces, ...knownPlaces],
    knownPlaces,
    isKnown: newPlaces.length === 0 && !isFailing(finding),
  };
}

/**
 * Whether an entry that matches nothing is not needed any more. That of a break records a change. An entry of a section or a rule that
 * was left out may be needed.
 */
function canBeStale(
  entry: AcceptedFinding,
  sections: readonly Section[],
  undecided: readonly string[],
): boolean {
  const { finding, section: named } = entry;
  const [code = ""] = finding.split(" ");
  if (isAboutBreak(entry) || undecided.includes(code)) return false;
  const isChecked = (name: string) =>
    sections.some((section) => section.name === name && section.isChecked !== false);
  if (named !== undefined) return isChecked(named);
  // An entry that was written by hand says no section. Breaks have codes of their own, and directories are checked on demand.
  return sectionNames.every((name) => name === "breaks" || name === "directories" || isChecked(name));
}

const levels: readonly Level[] = ["fail", "advice", "note"];

function rank(finding: JudgedCheckFinding): number {
  return levels.indexOf(finding.level) + (isOpen(finding) ? 0 : levels.length);
}
