/** The table of findings: what each code means, how much it matters, and what to do about it. */
import table from "./codes.json" with { type: "json" };

export const classes = ["breaking", "risky", "additive", "wording"] as const;
export type FindingClass = (typeof classes)[number];

export const subjects = [
  "NAMES",
  "INPUT",
  "OUTPUT",
  "FAILURES",
  "AUTH",
  "SAFETY",
  "LIMITS",
  "STATES",
  "FIELDS",
  "BEHAVIOUR",
] as const;
export type Subject = (typeof subjects)[number];

export interface CodeEntry {
  readonly subject: Subject;
  readonly class: FindingClass;
  /** What changed, as a sentence. */
  readonly says: string;
  /** What a caller that worked before would see. */
  readonly sees: string;
  /** What the author of the interface can do. */
  readonly advice: string;
  /** The keyword that it is about, where that is always the same. */
  readonly keyword?: string;
  /** What it says of schemas: the side, whether the new schema refuses more (`narrowed`) or less, and the kind of the gap. */
  readonly gaps?: readonly string[];
}

export type Code = keyof typeof table;

/** Every code, in the order of its subject. `codes.json` has the words. */
export const codes = table as Readonly<Record<Code, CodeEntry>>;

export const codeOfGap: ReadonlyMap<string, Code> = new Map(
  (Object.keys(table) as Code[]).flatMap((code) => (codes[code].gaps ?? []).map((gap) => [gap, code])),
);

/** One difference between two interfaces. */
export interface Finding {
  readonly code: Code;
  readonly class: FindingClass;
  readonly subject: Subject;
  /** Absent: it concerns the whole server. */
  readonly tool?: string;
  /** `input /pages/*\/title`, `scope forms:read`, `limit request_rate`. */
  readonly place: string;
  /** What is different here. */
  readonly detail: string;
  readonly before?: string;
  readonly after?: string;
  /** A value that was right and is not any more: an input, or a result. */
  readonly witness?: { readonly value: unknown };
}

export function finding(
  code: Code,
  place: string,
  detail: string,
  more: Partial<Pick<Finding, "tool" | "before" | "after" | "witness">> = {},
): Finding {
  const { class: kind, subject } = codes[code];
  return { code, class: kind, subject, place, detail, ...more };
}

/** By which lists of accepted breaks name a finding: `input-property-removed service_ping input /name`. */
export function makeId({ code, tool, place }: Finding): string {
  return [code, ...(tool === undefined ? [] : [tool]), place].join(" ");
}
