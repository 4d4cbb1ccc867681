/** Recordings of servers that none of us wrote: their lists in two versions, and the answers to calls. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareInterfaces, type Finding, makeId } from "@toolwright/check/compatibility";
import type { Published, PublishedTool } from "@toolwright/check/surface";

const folder = join(import.meta.dirname, "fixtures");

/** A sentence of a changelog. */
export interface Claim {
  readonly says: string;
  /** The findings that it needs; `*` stands for any text. Empty: it names no change of a list. */
  readonly expects: readonly string[];
  /** Why the two lists do not show it. */
  readonly outOfSight?: string;
  /** The sentence was read after the findings. */
  readonly readAfter?: true;
}

/** A call that a break shows, sent to both versions. Neither reached a network. */
export interface SentCall {
  /** The id of the finding. */
  readonly finding: string;
  readonly call: { readonly name: string; readonly arguments: unknown };
  readonly old: "accepted" | "refused" | "no answer" | "not sent";
  readonly new: "accepted" | "refused" | "no answer" | "ended";
  /** The beginning of the new version's answer. */
  readonly answer: string;
}

/** Two published versions of a server. The lists hold the tools that differ, without descriptions, titles and icons. */
export interface RecordedServer {
  /** The package of npm. */
  readonly server: string;
  readonly old: string;
  readonly new: string;
  /** Why it was chosen. */
  readonly why: string;
  /** How many tools each version lists. */
  readonly toolsAltogether: readonly [old: number, current: number];
  readonly claims: readonly Claim[];
  readonly sent: readonly SentCall[];
  readonly oldSide: Published;
  readonly newSide: Published;
}

/** A commit that changed the snapshots of tools in a project's tests. */
export interface RecordedEdit {
  readonly project: string;
  readonly commit: string;
  readonly subject: string;
  /** The gravest class, by a reader who had not run the comparison. */
  readonly judged: Finding["class"];
  readonly old: readonly PublishedTool[];
  readonly new: readonly PublishedTool[];
}

export const servers: readonly RecordedServer[] = readdirSync(join(folder, "servers"))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(folder, "servers", file), "utf8")));

export const edits: readonly RecordedEdit[] = readFileSync(join(folder, "edits.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Every table and test asks for them: comparing each time took four minutes. */
const compared = new Map<RecordedServer, readonly Finding[]>();

export function findingsOf(server: RecordedServer): readonly Finding[] {
  const known = compared.get(server) ?? compareInterfaces(server.oldSide, server.newSide).findings;
  compared.set(server, known);
  return known;
}

export function breaksOf(server: RecordedServer): readonly Finding[] {
  return findingsOf(server).filter((each) => each.class === "breaking");
}

/** The breaks that a call can show. */
export function sendable(server: RecordedServer): readonly Finding[] {
  return breaksOf(server).filter(
    ({ subject, code, tool = "" }) =>
      (subject === "INPUT" || code === "tool-removed") && !/^(resource|prompt) /.test(tool),
  );
}

/** The ids of the findings that match a pattern, in which `*` stands for any text. */
export function matching(pattern: string, findings: readonly Finding[]): readonly string[] {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`);
  return findings.map(makeId).filter((id) => expression.test(id));
}

/**
 * - refused: the old version took the call, the new one refuses it
 * - both: the old version refused it as well, for a reason that its schema does not say
 * - dropped: the new version answers, and drops the argument that its schema forbids
 * - taken: the new version answers, though its schema forbids the value
 * - open: the new version gave no answer, since it waits for its backend
 */
export type Outcome = "refused" | "both" | "dropped" | "taken" | "open";

export function outcomeOf({ finding, old, new: current }: SentCall): Outcome {
  if (current === "no answer" || current === "ended") return "open";
  if (current === "refused") return old === "refused" ? "both" : "refused";
  return /^input-(property-removed|closed) /.test(finding) ? "dropped" : "taken";
}
