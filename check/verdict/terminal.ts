/** Prints a verdict for people in a terminal. */
import { formatCount, shorten, withoutControls } from "../report/wording.ts";
import { callText } from "./call-text.ts";
import { placesText } from "./places.ts";
import { withoutRepeatedAdvice } from "./repeated-advice.ts";
import {
  canBeAccepted,
  findingId,
  isFailing,
  isOpen,
  type JudgedCheckFinding,
  type JudgedSection,
  type Verdict,
} from "./verdict-data.ts";

/** Lines of findings that a section shows; the report file has all. */
const mostLines = 10;
const mostNotes = 5;
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
  const said = paint(exitCode === 0 ? "1;32" : "1;31", sentence);
  const lines = [
    said,
    `${paint("1", `${server.name} ${server.version}`)}  ${withoutControls(checked + against)}`,
    "",
    ...sections.flatMap((section) => [...sectionLines(section, paint, reportFile), ""]),
    ...stale.map(
      ({ finding }) =>
        `${paint("1;31", "stale")}  nothing needs "${withoutControls(finding)}" any more: take it out.`,
    ),
    ...missingLines(sections, paint),
    ...acceptLines(sections, paint),
    said,
  ];
  return `${lines.join("\n")}\n`;
}

type Paint = (style: string, text: string) => string;

function sectionLines(section: JudgedSection, paint: Paint, file?: string): string[] {
  const { name, summary, findings, notes } = section;
  const open = findings.filter(isOpen);
  const blocks = formatBlocks(open, paint);
  const known = findings.filter(({ isKnown, acceptedFor }) => isKnown && acceptedFor === undefined).length;
  const accepted = findings.filter(({ acceptedFor }) => acceptedFor !== undefined).length;
  const more = open.length - blocks.length;
  const folded = [
    ...(more > 0 ? [`${more} more${file === undefined ? "; --report FILE writes all" : ` in ${file}`}`] : []),
    ...(known > 0 ? [`${known} as before`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ];
  return [
    `${paint("1", name.padEnd(13))}${withoutControls(summary)}`,
    ...blocks.flat(),
    ...(folded.length > 0 ? [`  ${folded.join(", ")}`] : []),
    ...notes.slice(0, mostNotes).map((note) => `  ${paint("2", note)}`),
    ...(notes.length > mostNotes ? [`  ${formatCount(notes.length - mostNotes, "more note")}`] : []),
  ];
}

/** The lines of the first findings: in full, or the head alone where other findings that fail would have no room. */
function formatBlocks(open: readonly JudgedCheckFinding[], paint: Paint): string[][] {
  const blocks: string[][] = [];
  const whole: JudgedCheckFinding[] = [];
  let room = mostLines;
  for (const [index, finding] of open.entries()) {
    const lines = findingLines(withoutRepeatedAdvice(finding, whole), paint);
    const failingLater = open.slice(index + 1).filter(isFailing).length;
    const isWhole = index === 0 || lines.length + failingLater <= room;
    if (!isWhole && !isFailing(finding)) break;
    const block = isWhole ? lines : lines.slice(0, 1);
    if (index > 0 && block.length > room) break;
    blocks.push(block);
    if (isWhole) whole.push(finding);
    room -= block.length;
  }
  return blocks;
}

const tints = { fail: "1;31", advice: "1;33", note: "1;36" } as const;
const words = { fail: "FAIL", advice: "advice", note: "note" } as const;

function findingLines(finding: JudgedCheckFinding, paint: Paint): string[] {
  const { level, says, calls = [], shown = [], advice, source, code } = finding;
  const row = (label: string, text: string) => `          ${label.padEnd(8)}${withoutControls(text)}`;
  const head = `  ${paint(tints[level], words[level].padEnd(6))}  ${withoutControls(placesText(finding, mostPlaces, String))}  ${paint("2", `[${code}]`)}`;
  if (level === "note") return [head, `          ${withoutControls(says)}`];
  const [call, ...otherCalls] = calls;
  const others = otherCalls.length > 0 ? ` (and ${otherCalls.length} more)` : "";
  return [
    head,
    `          ${withoutControls(says)}`,
    ...(call === undefined ? [] : [row("call", `${callText(call, 160)}  was right, is refused${others}`)]),
    ...shown.slice(0, mostLines - 5).map((line) => `          ${withoutControls(shorten(line, 200))}`),
    ...(advice === undefined ? [] : [row("do", advice)]),
    ...(source === undefined || !isFailing(finding) ? [] : [row("see", source)]),
  ];
}

/** The packages whose checks were not run, in one line. */
function missingLines(sections: readonly JudgedSection[], paint: Paint): string[] {
  const missing = sections.flatMap(({ notInstalled = [] }) => notInstalled);
  if (missing.length === 0) return [];
  const text = `Not installed here, so not run: ${missing.join(", ")}. Add one as a development dependency to have it run.`;
  return [paint("2", text), ""];
}

/** How the findings that fail are accepted, once for all of them. */
function acceptLines(sections: readonly JudgedSection[], paint: Paint): string[] {
  const failing = sections.flatMap(({ findings }) => findings.filter(canBeAccepted));
  const [first] = failing;
  if (first === undefined) return [];
  const id = withoutControls(JSON.stringify(findingId(first.code, first.places[0] ?? "")));
  const text =
    failing.length === 1
      ? `--accept ${id} --reason "..." accepts it.`
      : `--accept all --reason "..." accepts all that fails; to choose, name each: --accept ${id}.`;
  return [paint("2", `If it is meant: ${text}`), ""];
}
