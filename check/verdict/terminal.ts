/** Prints a verdict for people in a terminal. */
import { shorten, withoutControls } from "../report/wording.ts";
import { isFailing, type JudgedCheckFinding, type JudgedSection, type Verdict } from "./judge.ts";

/** Findings that a section shows; the report file has all. */
export const mostShown = 10;
const mostPlaces = 4;

export interface TerminalOptions {
  readonly colour: boolean;
  /** The file that has all findings, if one is written. */
  readonly reportFile?: string | undefined;
}

export function terminalText(verdict: Verdict, { colour, reportFile }: TerminalOptions): string {
  const paint = (style: string, text: string) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const { server, checked, comparedWith, sections, stale, sentence, exitCode } = verdict;
  const against = comparedWith === undefined ? "" : `, compared with ${comparedWith}`;
  const lines = [
    paint("1", `${server.name} ${server.version}`) + `  ${checked}${against}`,
    "",
    ...sections.flatMap((section) => [...sectionLines(section, paint, reportFile), ""]),
    ...stale.map(
      ({ finding }) => `${paint("1;31", "stale")}  nothing needs "${finding}" any more: take it out.`,
    ),
    paint(exitCode === 0 ? "1;32" : "1;31", sentence),
  ];
  return `${lines.map(withoutControlsBut(colour)).join("\n")}\n`;
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
    `${paint("1", name.padEnd(13))}${summary}`,
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
    `  ${paint(tints[level], words[level].padEnd(6))}  ${named}${others > 0 ? ` and ${others} more` : ""}  ${paint("2", `[${code}]`)}`,
    `          ${says}`,
    ...shown.map((line) => `          ${shorten(line, 200)}`),
    ...(advice === undefined ? [] : [`          do      ${advice}`]),
    ...(source === undefined || !isFailing(finding) ? [] : [`          see     ${source}`]),
  ];
}

/** The colours are ours; everything else of a server is shown without control characters. */
function withoutControlsBut(colour: boolean): (line: string) => string {
  return (line) =>
    line
      .split(/(\u001b\[[\d;]+m)/)
      .map((part, index) => (colour && index % 2 === 1 ? part : withoutControls(part)))
      .join("");
}
