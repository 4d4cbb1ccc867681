/** Arguments that schemas forbid, and that a server drops without a word: its callers see no refusal. */
import type { Finding } from "../compatibility/codes.ts";
import type { Section } from "../verdict/verdict.ts";

/** Tells whether the server was sent an unknown argument, and answered as if it had not been there. */
export function dropsUnknown(protocol: Section | undefined): boolean {
  return protocol?.findings.some(({ code }) => code === "arguments/are-all-known") === true;
}

/** The effect on a caller, if the server drops unknown arguments. */
export const seenOfDropped =
  "This server answers such calls: it drops unknown arguments without a word, so they have no effect (see arguments/are-all-known).";

const forbidding: ReadonlySet<string> = new Set(["input-property-removed", "input-closed"]);

/** A risk, where the table of codes has a break. */
export function isDropped({ code, class: kind }: Finding): boolean {
  return forbidding.has(code) && kind === "risky";
}

/** Turns breaks into risks, if only an unknown argument would be refused. */
export function asDropped(findings: readonly Finding[]): Finding[] {
  return findings.map((each) => (forbidding.has(each.code) ? { ...each, class: "risky" } : each));
}
