/** From sections to a verdict: what the team accepts, what the base had already, one line in words, an exit code. */
import { entryPattern } from "../compatibility/accepted.ts";
import { codes } from "../compatibility/codes.ts";
import type { AcceptedFinding } from "../lock/lock-file.ts";
import { counted } from "../report/wording.ts";
import { type CheckFinding, type Level, type Section, type SectionName, sectionNames } from "./verdict.ts";

/** A finding as reports show it. */
export interface JudgedCheckFinding extends CheckFinding {
  /** The base had it at the same places. */
  readonly isKnown: boolean;
}

export interface JudgedSection extends Omit<Section, "findings"> {
  /** New findings first, then by level. */
  readonly findings: readonly JudgedCheckFinding[];
}

export interface Verdict {
  /** The server, as its users name it: an address or a command. */
  readonly checked: string;
  readonly server: { readonly name: string; readonly version: string };
  /** The base of the comparison, as users name it; undefined: none. */
  readonly comparedWith?: string;
  readonly sections: readonly JudgedSection[];
  /** Accepted findings that nothing needs any more. */
  readonly stale: readonly AcceptedFinding[];
  /** The verdict in words: `2 calls that worked are refused now`. */
  readonly sentence: string;
  /** 0: nothing fails; 1: something fails. */
  readonly exitCode: 0 | 1;
}

export interface JudgeOptions extends Pick<Verdict, "checked" | "server" | "comparedWith"> {
  readonly accepted: readonly AcceptedFinding[];
  /** The same sections of the base, as far as they can be made of it. */
  readonly base: readonly Section[];
}

export function judge(sections: readonly Section[], options: JudgeOptions): Verdict {
  const { accepted, base, ...named } = options;
  const patterns = accepted.map((entry) => ({ entry, pattern: entryPattern(entry.finding) }));
  const used = new Set<AcceptedFinding>();
  const known = new Set(base.flatMap(({ findings }) => findings.map(identify)));
  const judged = sections.map(({ findings, ...section }): JudgedSection => {
    const all = findings.map((finding): JudgedCheckFinding => {
      const isKnown = known.has(identify(finding));
      const entries = finding.places.map((place) =>
        patterns.find(
          ({ entry, pattern }) =>
            pattern.test(findingId(finding.code, place)) && entry.value === finding.value,
        ),
      );
      for (const match of entries) if (match) used.add(match.entry);
      const [first] = entries;
      const isAccepted = first !== undefined && entries.every((match) => match !== undefined);
      return { ...finding, isKnown, ...(isAccepted && { acceptedFor: first.entry.reason }) };
    });
    return { ...section, findings: all.toSorted((a, b) => rank(a) - rank(b)) };
  });
  const stale = accepted.filter((entry) => !used.has(entry) && canBeStale(entry, sections));
  const failing = judged.flatMap(({ findings }) => findings.filter(isFailing));
  const exitCode = failing.length > 0 || stale.length > 0 ? 1 : 0;
  return { ...named, sections: judged, stale, sentence: sentenceFor(judged, stale), exitCode };
}

/**
 * Whether an entry that matches nothing is not needed any more. An accepted break belongs to one change: when that is merged, the base
 * has it, and the entry is bound to its value. An entry of a section that was left out may be needed.
 */
function canBeStale({ finding }: AcceptedFinding, sections: readonly Section[]): boolean {
  const [code = ""] = finding.split(" ");
  return !Object.hasOwn(codes, code) && sectionNames.every((name) => isChecked(name, sections));
}

/** Whether a section of today's command was checked; directories are no section of it. */
function isChecked(name: SectionName, sections: readonly Section[]): boolean {
  return name === "directories" || sections.some((section) => section.name === name);
}

/** `CODE PLACE`: how lists of accepted findings name a finding at one of its places. */
export function findingId(code: string, place: string): string {
  return `${code} ${place}`;
}

export function isFailing({ level, acceptedFor }: CheckFinding): boolean {
  return level === "fail" && acceptedFor === undefined;
}

const levels: readonly Level[] = ["fail", "advice", "note"];

function rank({ level, isKnown, acceptedFor }: JudgedCheckFinding): number {
  const isFolded = isKnown || acceptedFor !== undefined;
  return levels.indexOf(level) + (isFolded ? levels.length : 0);
}

function identify({ code, places, says }: CheckFinding): string {
  return JSON.stringify([code, says, places]);
}

function sentenceFor(sections: readonly JudgedSection[], stale: readonly AcceptedFinding[]): string {
  const failing = sections.flatMap(({ name, findings }) =>
    findings.filter(isFailing).map(({ places }) => ({ name, places: places.length })),
  );
  const breaks = failing.reduce((sum, { name, places }) => sum + (name === "breaks" ? places : 0), 0);
  const protocol = failing.filter(({ name }) => name === "protocol").length;
  const others = failing.filter(({ name }) => name !== "breaks" && name !== "protocol").length;
  const parts = [
    phrase(breaks, "thing that worked breaks now", "things that worked break now"),
    phrase(protocol, "rule of MCP is broken", "rules of MCP are broken"),
    phrase(others, "criterion is not met", "criteria are not met"),
    phrase(
      stale.length,
      "accepted finding is not needed any more",
      "accepted findings are not needed any more",
    ),
  ].filter((part) => part !== "");
  if (parts.length > 0) return `${parts.join(", ")}.`;
  const names = sections.map(({ name }) => name);
  const compared = sections.some(({ name, isCompared }) => name === "breaks" && isCompared !== false);
  const held = [
    ...(compared ? ["Nothing that worked breaks"] : []),
    ...(names.includes("protocol") ? ["No rule of MCP is broken"] : []),
  ];
  const advice = phrase(countAdvice(sections), "piece of advice", "pieces of advice");
  return [...(held.length > 0 ? held : ["Nothing fails"]), ...(advice === "" ? [] : [advice])]
    .join(". ")
    .concat(".");
}

function countAdvice(sections: readonly JudgedSection[]): number {
  return sections
    .flatMap(({ findings }) => findings)
    .filter(({ level, isKnown, acceptedFor }) => level === "advice" && !isKnown && acceptedFor === undefined)
    .length;
}

function phrase(count: number, one: string, many: string): string {
  return count === 0 ? "" : counted(count, one, many);
}
