/** The table of findings: what each code means, how much it matters, and what to do about it. */
import table from "./codes.json" with { type: "json" };

/** How much a change matters to callers, from worst to harmless. */
export const classes = ["breaking", "risky", "additive", "wording"] as const;
/** How much a change matters to callers. */
export type FindingClass = (typeof classes)[number];

/** The parts of an interface, in the order of reports. */
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
/** A part of an interface. */
export type Subject = (typeof subjects)[number];

/** What a code of a finding means. */
export interface CodeEntry {
  /** The part of the interface that it is about. */
  readonly subject: Subject;
  /** How much such a change matters to callers. */
  readonly class: FindingClass;
  /** The change, as a sentence. */
  readonly says: string;
  /** The effect on a caller that worked before. */
  readonly sees: string;
  /** Advice for the author of the interface. */
  readonly advice: string;
  /** The keyword of the finding, if it is always the same. */
  readonly keyword?: string;
  /** The schema gaps that have this code: the side, whether the new schema rejects more (`narrowed`) or less, and the kind of gap. */
  readonly gaps?: readonly string[];
}

/** The codes of findings. Accepted lists and reports of others name them, so a code is not renamed. */
export type Code =
  | "tool-removed"
  | "tool-added"
  | "resource-removed"
  | "resource-added"
  | "prompt-removed"
  | "prompt-added"
  | "tools-reordered"
  | "tool-description-changed"
  | "text-edited"
  | "entry-changed"
  | "meta-added"
  | "server-renamed"
  | "endpoint-changed"
  | "protocol-version-removed"
  | "protocol-version-added"
  | "notification-removed"
  | "notification-added"
  | "server-card-removed"
  | "server-card-added"
  | "method-renamed"
  | "server-changed"
  | "content-changed"
  | "input-property-removed"
  | "input-property-ignored"
  | "input-property-added"
  | "input-property-claimed"
  | "input-property-required"
  | "input-property-defaulted"
  | "input-property-optional"
  | "input-closed"
  | "input-opened"
  | "input-type-narrowed"
  | "input-type-widened"
  | "input-values-removed"
  | "input-values-added"
  | "input-range-narrowed"
  | "input-safe-integer"
  | "input-range-widened"
  | "input-text-narrowed"
  | "input-text-widened"
  | "input-rule-added"
  | "input-rule-removed"
  | "input-undecided"
  | "input-rewritten"
  | "input-default-changed"
  | "input-description-changed"
  | "output-schema-removed"
  | "output-schema-added"
  | "output-property-unexpected"
  | "output-property-added"
  | "output-property-removed"
  | "output-property-optional"
  | "output-property-required"
  | "output-opened"
  | "output-closed"
  | "output-type-widened"
  | "output-type-narrowed"
  | "output-values-added"
  | "output-values-removed"
  | "output-range-widened"
  | "output-range-narrowed"
  | "output-items-lowered"
  | "output-text-widened"
  | "output-text-narrowed"
  | "output-rule-removed"
  | "output-rule-added"
  | "output-undecided"
  | "output-rewritten"
  | "output-description-changed"
  | "failure-added"
  | "failure-removed"
  | "failure-retry-changed"
  | "failure-meaning-changed"
  | "auth-required"
  | "auth-dropped"
  | "auth-scheme-added"
  | "auth-scheme-removed"
  | "auth-offer-added"
  | "auth-offer-removed"
  | "auth-denial-changed"
  | "auth-visibility-changed"
  | "auth-scope-added"
  | "auth-scope-removed"
  | "safety-promise-lost"
  | "safety-promise-added"
  | "safety-hint-rewritten"
  | "mode-changed"
  | "limit-lowered"
  | "limit-of-results-lowered"
  | "limit-of-results-raised"
  | "limit-raised"
  | "limit-added"
  | "limit-declared"
  | "limit-removed"
  | "limit-changed"
  | "state-transition-removed"
  | "state-transition-added"
  | "state-target-changed"
  | "state-initial-changed"
  | "state-machine-removed"
  | "state-machine-added"
  | "field-scope-added"
  | "field-scope-removed"
  | "field-scope-changed"
  | "behaviour-changed"
  | "task-only"
  | "behaviour-undeclared"
  | "behaviour-declared"
  | "examples-changed";

/** Every code, in the order of its subject. `codes.json` has the words. */
export const codes: Readonly<Record<Code, CodeEntry>> = table as Record<keyof typeof table & Code, CodeEntry>;

export const codeOfGap: ReadonlyMap<string, Code> = new Map(
  (Object.keys(table) as Code[]).flatMap((code) => (codes[code].gaps ?? []).map((gap) => [gap, code])),
);

/** One difference between two interfaces. */
export interface Finding {
  /** What has changed; `codes` explains each. */
  readonly code: Code;
  /** How much it matters to callers. */
  readonly class: FindingClass;
  /** The part of the interface that it is about. */
  readonly subject: Subject;
  /** Absent: it concerns the whole server. */
  readonly tool?: string;
  /** `input /pages/*\/title`, `scope forms:read`, `limit request_rate`. */
  readonly place: string;
  /** The difference at this place. */
  readonly detail: string;
  /** The old value, as text; absent if there was none. */
  readonly before?: string;
  /** The new value, as text; absent if there is none. */
  readonly after?: string;
  /** A value that was right and is not any more: an input, or a result. */
  readonly witness?: { readonly value: unknown };
  /** Equal for equal changes of a schema, of which `before` and `after` may show only the beginning. */
  readonly change?: string;
}

export function finding(
  code: Code,
  place: string,
  detail: string,
  more: Partial<Pick<Finding, "tool" | "before" | "after" | "witness" | "change">> = {},
): Finding {
  const { class: kind, subject } = codes[code];
  return { code, class: kind, subject, place, detail, ...more };
}

/** Makes the id by which lists of accepted findings name a finding: `input-property-removed service_ping input /name`. */
export function makeId({ code, tool, place }: Finding): string {
  return [code, ...(tool === undefined ? [] : [tool]), place].join(" ");
}
