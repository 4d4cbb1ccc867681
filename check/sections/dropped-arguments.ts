/** Arguments that schemas forbid, and that a server does not refuse: its callers see no difference. */
import type { Finding } from "../compatibility/codes.ts";
import type { Section } from "../verdict/verdict.ts";

/** The check that sends an unknown argument. */
export const unknownArgument = "arguments/are-all-known";

/** Tells whether the server was sent an unknown argument, and answered as if it had not been there: with a result or an error. */
export function dropsUnknown(protocol: Section | undefined): boolean {
  return protocol?.findings.some(({ code }) => code === unknownArgument) === true;
}

/** The effect on a caller, if the server does not refuse unknown arguments. */
export const seenOfDropped = `This server does not refuse the argument: it answers such calls as if the argument were not there (see ${unknownArgument}).`;

const forbidding: ReadonlySet<string> = new Set(["input-property-removed", "input-closed"]);

/** A risk, where the table of codes has a break. */
export function isDropped({ code, class: kind }: Finding): boolean {
  return forbidding.has(code) && kind === "risky";
}

/** Turns breaks into risks, if only an unknown argument would be refused. */
export function asDropped(findings: readonly Finding[]): Finding[] {
  return findings.map((each) => (forbidding.has(each.code) ? { ...each, class: "risky" } : each));
}
