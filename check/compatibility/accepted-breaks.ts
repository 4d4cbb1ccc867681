/** Reads lists of breaking changes that the team has accepted, each with a reason. An unused entry is an error. */
import { parseDocument } from "yaml";
import { type Finding, makeId } from "./codes.ts";
import { groupAlike, type JudgedFinding } from "./finding-groups.ts";

/** A breaking change that a team allows for one release. */
export interface AcceptedBreak {
  /** `CODE TOOL PLACE`, as a report shows it; `*` matches any text without a space. */
  readonly finding: string;
  /** Why it is allowed, in the words of the team. */
  readonly reason: string;
}

/** A mistake in a list of accepted findings, as a sentence. */
export class AcceptedListError extends Error {
  /** The name by which code tells it from other errors. */
  override readonly name = "AcceptedListError";
}

/**
 * Reads a list: YAML, a list of maps with `finding` and `reason`.
 *
 * @throws AcceptedListError
 */
export function readAccepted(text: string, file: string): AcceptedBreak[] {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new AcceptedListError(`${file} is not YAML: ${error.message.split("\n")[0]}`);
  const value: unknown = document.toJS();
  if (value === null) return [];
  if (!Array.isArray(value))
    throw new AcceptedListError(`${file} is not a list of \`finding\` and \`reason\`.`);
  return value.map((entry: unknown, index) => {
    const { finding, reason, ...others } = (entry ?? {}) as Record<string, unknown>;
    const unknown = Object.keys(others)[0];
    const at = `${file}, entry ${index + 1}`;
    if (typeof finding !== "string" || finding === "")
      throw new AcceptedListError(`${at}: \`finding\` is missing.`);
    if (typeof reason !== "string" || reason === "")
      throw new AcceptedListError(`${at}: \`reason\` is missing. Say why the break is accepted.`);
    if (unknown !== undefined) throw new AcceptedListError(`${at}: there is no key \`${unknown}\`.`);
    return { finding, reason };
  });
}

/** Findings after a list of accepted ones was applied. */
export interface Judged {
  /** The findings; each accepted one says for which release. */
  readonly findings: readonly JudgedFinding[];
  /** Entries that match no finding. */
  readonly stale: readonly AcceptedBreak[];
}

/** Marks the breaking findings that the list accepts, place by place, and then joins equal findings. */
export function applyAccepted(findings: readonly Finding[], list: readonly AcceptedBreak[]): Judged {
  const patterns = list.map((entry) => ({ entry, pattern: entryPattern(entry.finding) }));
  const used = new Set<AcceptedBreak>();
  const judged = findings.map((each): JudgedFinding => {
    if (each.class !== "breaking") return each;
    const match = patterns.find(({ pattern }) => pattern.test(makeId(each)));
    if (!match) return each;
    used.add(match.entry);
    return { ...each, acceptedFor: match.entry.reason };
  });
  return { findings: groupAlike(judged), stale: list.filter((entry) => !used.has(entry)) };
}

/** Returns the breaking findings that no entry accepts. */
export function openBreaks({ findings }: Judged): JudgedFinding[] {
  return findings.filter((each) => each.class === "breaking" && each.acceptedFor === undefined);
}

/** The texts that an entry of a list names; `*` stands for any text without a space. */
export function entryPattern(text: string): RegExp {
  const source = text
    .trim()
    .split("*")
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\S*");
  return new RegExp(`^${source}$`);
}
