/** Prints a verdict for people in a terminal. */
import { shorten, withoutControls } from "../report/wording.ts";
import { findingId, isFailing, type JudgedCheckFinding, type JudgedSection, type Verdict } from "./judge.ts";

/** Findings that a section shows; the report file has all. */
export const mostShown = 10;
const mostPlaces = 4;

export interface TerminalOptions {
  readonly colour: boolean;
  /** The file that has all findings, if one is written. */
  readonly reportFile?: string | undefined;
}

export function terminalText(verdict: Verdict, { colour, reportFile }: TerminalOptions): string {
  const paint: Paint = (style, text) => {
    const shown = withoutControls(text);
    return colour ? `\u001b[${style}m${shown}\u001b[0m` : shown;
  };
  const { server, checked, comparedWith, sections, stale, sentence, exitCode } = verdict;
  const against = comparedWith === undefined ? "" : `, compared with ${comparedWith}`;
  const lines = [
    `${paint("1", `${server.name} ${server.version}`)}  ${withoutControls(checked + against)}`,
    "",
    ...sections.flatMap((section) => [...sectionLines(section, paint, reportFile), ""]),
    ...stale.map(
      ({ finding }) =>
        `${paint("1;31", "stale")}  nothing needs "${withoutControls(finding)}" any more: take it out.`,
    ),
    paint(exitCode === 0 ? "1;32" : "1;31", sentence),
  ];
  return `${lines.join("\n")}\n`;
}

type Paint = (style: string, text: string) => string;

function sectionLines(
  { name, summary, findings, notes }: JudgedSection,
  paint: Paint,
  file?: string,
): string[] {
  const open = findings.filter(({ isKnown, acceptedFor }) => !isKnown && acceptedFor === undefined);
  const known = findings.filter(({ isKnown, acceptedFor }) => isKnown && acceptedFor === undefined).length;
  const accepted = findings.filter(({ acceptedFor }) => acceptedFor !== undefined).length;
  const shown = open.slice(0, mostShown);
  const more = open.length - shown.length;
  const folded = [
    ...(more > 0 ? [`${more} more${file === undefined ? "; --report FILE writes all" : ` in ${file}`}`] : []),
    ...(known > 0 ? [`${known} as before`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ];
  return [
    `${paint("1", name.padEnd(13))}${withoutControls(summary)}`,
    ...shown.flatMap((finding) => findingLines(finding, paint)),
    ...(folded.length > 0 ? [`  ${folded.join(", ")}`] : []),
    ...notes.map((note) => `  ${paint("2", note)}`),
  ];
}

const tints = { fail: "1;31", advice: "1;33", note: "1;36" } as const;
const words = { fail: "FAIL", advice: "advice", note: "note" } as const;

function findingLines(finding: JudgedCheckFinding, paint: Paint): string[] {
  const { level, says, places, shown = [], advice, source, code } = finding;
  const named = places.slice(0, mostPlaces).join(", ");
  const others = places.length - mostPlaces;
  return [
    `  ${paint(tints[level], words[level].padEnd(6))}  ${withoutControls(named)}${others > 0 ? ` and ${others} more` : ""}  ${paint("2", `[${code}]`)}`,
    `          ${withoutControls(says)}`,
    ...shown.map((line) => `          ${withoutControls(shorten(line, 200))}`),
    ...(advice === undefined ? [] : [`          do      ${withoutControls(advice)}`]),
    ...(source === undefined || !isFailing(finding) ? [] : [`          see     ${source}`]),
    ...(isFailing(finding)
      ? [
          `          accept  --accept ${withoutControls(JSON.stringify(findingId(code, places[0] ?? "")))} --reason "..."`,
        ]
      : []),
  ];
}
