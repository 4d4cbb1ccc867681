/** The verdict in one sentence, which every format begins with. */
import type { AcceptedFinding } from "../lock/lock-file.ts";
import { formatCount } from "../report/wording.ts";
import { breakPhrases, phrase } from "./break-counts.ts";
import { isFailing, isOpen, type JudgedSection, staleLockCode } from "./verdict-data.ts";

/** `2 calls that worked are refused now, 1 rule of MCP is broken.` */
export function verdictSentence(
  sections: readonly JudgedSection[],
  stale: readonly AcceptedFinding[],
): string {
  const failing = failures(sections, stale);
  return failing.length > 0 ? `${failing.join(", ")}.` : `${successes(sections).join(". ")}.`;
}

function failures(sections: readonly JudgedSection[], stale: readonly AcceptedFinding[]): string[] {
  const failing = (wanted: (name: JudgedSection["name"]) => boolean) =>
    sections.filter(({ name }) => wanted(name)).flatMap(({ findings }) => findings.filter(isFailing));
  const inBreaks = failing((name) => name === "breaks");
  const breaks = inBreaks.filter(({ code }) => code !== staleLockCode);
  return [
    inBreaks.length > breaks.length ? "The lock file does not describe the server" : "",
    ...breakPhrases(breaks),
    phrase(failing((name) => name === "protocol").length, "rule of MCP is broken", "rules of MCP are broken"),
    phrase(
      failing((name) => name !== "breaks" && name !== "protocol").length,
      "criterion is not met",
      "criteria are not met",
    ),
    phrase(
      stale.length,
      "accepted finding is not needed any more",
      "accepted findings are not needed any more",
    ),
  ].filter((text) => text !== "");
}

function successes(sections: readonly JudgedSection[]): string[] {
  const isChecked = (wanted: string) =>
    sections.some(({ name, isChecked: was }) => name === wanted && was !== false);
  const held = [
    ...(isChecked("breaks") ? [`Nothing that worked breaks${exceptAccepted("breaks", sections)}`] : []),
    ...(isChecked("protocol") ? [`No rule of MCP is broken${exceptAccepted("protocol", sections)}`] : []),
  ];
  const advice = sections
    .flatMap(({ findings }) => findings)
    .filter((finding) => finding.level === "advice" && isOpen(finding)).length;
  return [
    ...(held.length > 0 ? held : ["Nothing fails"]),
    ...(advice === 0 ? [] : [phrase(advice, "piece of advice", "pieces of advice")]),
  ];
}

/** Counts the accepted and the usual findings: they break all the same, and a reader of one line should know. */
function exceptAccepted(wanted: JudgedSection["name"], sections: readonly JudgedSection[]): string {
  const findings = sections.filter(({ name }) => name === wanted).flatMap((section) => section.findings);
  const accepted = findings.filter((each) => each.level === "fail" && each.acceptedFor !== undefined).length;
  const usual = findings.filter((each) => each.level === "advice" && each.isUsual === true).length;
  const parts = [
    ...(accepted > 0 ? [formatCount(accepted, "accepted finding")] : []),
    ...(usual > 0 ? [`${usual} that servers of SDKs often break`] : []),
  ];
  return parts.length === 0 ? "" : `, except for ${parts.join(" and ")}`;
}
