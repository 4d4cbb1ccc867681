/** From sections to a verdict: what the team accepts, what the base had already, one line in words, an exit code. */
import type { AcceptedFinding } from "../lock/lock-file.ts";
import { counted } from "../report/wording.ts";
import type { CheckFinding, Level, Section } from "./verdict.ts";

/** A finding as reports show it. */
export interface JudgedCheckFinding extends CheckFinding {
  /** The base had it at the same places. */
  readonly isKnown: boolean;
}

export interface JudgedSection extends Omit<Section, "findings"> {
  /** What is new first, then by level. */
  readonly findings: readonly JudgedCheckFinding[];
}

export interface Verdict {
  /** The server, as its users name it: an address or a command. */
  readonly checked: string;
  readonly server: { readonly name: string; readonly version: string };
  /** What it was compared with; undefined: nothing. */
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
  const patterns = accepted.map((entry) => ({ entry, pattern: toPattern(entry.finding) }));
  const used = new Set<AcceptedFinding>();
  const known = new Set(base.flatMap(({ findings }) => findings.map(identify)));
  const judged = sections.map(({ findings, ...section }): JudgedSection => {
    const all = findings.map((finding): JudgedCheckFinding => {
      const isKnown = known.has(identify(finding));
      const entries = finding.places.map((place) =>
        patterns.find(({ pattern }) => pattern.test(findingId(finding.code, place))),
      );
      for (const match of entries) if (match) used.add(match.entry);
      const [first] = entries;
      const isAccepted = first !== undefined && entries.every((match) => match !== undefined);
      return { ...finding, isKnown, ...(isAccepted && { acceptedFor: first.entry.reason }) };
    });
    return { ...section, findings: all.toSorted((a, b) => rank(a) - rank(b)) };
  });
  const stale = accepted.filter((entry) => !used.has(entry));
  const failing = judged.flatMap(({ findings }) => findings.filter(isFailing));
  const exitCode = failing.length > 0 || stale.length > 0 ? 1 : 0;
  return { ...named, sections: judged, stale, sentence: sentenceFor(judged, stale), exitCode };
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
  const failing = (name: string) =>
    sections.flatMap((section) => (section.name === name ? section.findings.filter(isFailing) : []));
  const breaks = failing("breaks").flatMap(({ places }) => places).length;
  const protocol = failing("protocol").length;
  const others =
    sections.flatMap(({ findings }) => findings.filter(isFailing)).length -
    failing("breaks").length -
    protocol;
  const parts = [
    ...(breaks > 0
      ? [`${counted(breaks, "thing")} that worked ${breaks === 1 ? "breaks" : "break"} now`]
      : []),
    ...(protocol > 0 ? [`${counted(protocol, "rule")} of MCP ${protocol === 1 ? "is" : "are"} broken`] : []),
    ...(others > 0
      ? [`${counted(others, "criterion", "criteria")} ${others === 1 ? "is" : "are"} not met`]
      : []),
    ...(stale.length > 0
      ? [
          `${counted(stale.length, "accepted finding")} ${stale.length === 1 ? "is" : "are"} not needed any more`,
        ]
      : []),
  ];
  if (parts.length > 0) return `${parts.join(", ")}.`;
  const open = sections.flatMap(({ findings }) =>
    findings.filter(({ level, isKnown, acceptedFor }) => level === "advice" && !isKnown && !acceptedFor),
  );
  const advice =
    open.length === 0
      ? ""
      : ` There ${open.length === 1 ? "is" : "are"} ${counted(open.length, "piece")} of advice.`;
  return `Nothing that worked is refused, and no rule of MCP is broken.${advice}`;
}

function toPattern(text: string): RegExp {
  const source = text
    .trim()
    .split("*")
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\S*");
  return new RegExp(`^${source}$`);
}
