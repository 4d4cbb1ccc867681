/** Cleans a prompt: plain lines without markup and invisible characters. */
import { withoutLetter } from "./letter.ts";
import { enclosed } from "./split.ts";
import { readTables } from "./table.ts";

/** Only this many UTF-16 units of a prompt are read. The service takes at most 8,000 characters, so nothing is cut there. */
const MAX_PROMPT = 20_000;

/** Control characters, private ones, and characters that reorder or hide text. Joiners of letters and emoji stay. */
const INVISIBLE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu;

/**
 * A prompt as plain lines, without markup, emphasis and invisible characters. An enumeration within a line
 * (`1. name 2. email`) is split into lines. Leading blanks stay, because they nest lists.
 */
export function cleanLines(prompt: string): string[] {
  const plain = withoutTags(prompt.slice(0, MAX_PROMPT).toWellFormed().normalize("NFC"))
    .replace(/\r\n?|[\v\f\u2028\u2029\u0085]/g, "\n")
    .replace(INVISIBLE, "")
    .replace(/\ufffd/g, "");
  const lines = withoutQuestionLabels(withoutLetter(plain))
    .replace(/(?<=\p{Script=Greek}["»)]?);(?=\s|$)/gu, "?")
    .split("\n")
    .map((line) => line.replace(/\t/g, "    ").replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " "))
    .map((line) => withoutEmphasis(line).trimEnd())
    .map((line) => line.replace(ENDS, " ($1 = $2, $3 = $4)"))
    .flatMap(splitEnumeration)
    .flatMap(splitDashes);
  return readTables(lines);
}

/** `Question 1: Do you smoke? Options: yes, no` -> `Do you smoke? (yes, no)`. */
function withoutQuestionLabels(text: string): string {
  return text.replace(QUESTION_LABEL, "$1").replace(OPTIONS_LABEL, "? ($1)");
}

const QUESTION_LABEL =
  /(^|[\n.?!)] *)(?:question|q|frage|pregunta|domanda|vraag|pergunta|pytanie|otázka|fråga|spørgsmål|kysymys|kérdés|întrebare)(?: ?\d{1,2})?: +(?=[^\n]{3,200}\?)/giu;
const OPTIONS_LABEL =
  /\? *\n? *(?:options|choices|answers|possible answers|antworten|antwortmöglichkeiten|optionen|auswahl|réponses|choix|opciones|respuestas|risposte|opzioni|antwoorden|opties|respostas|opções|odpowiedzi|opcje): *([^.\n()]{3,300}?)\.?(?=\s*(?:\n|$)|\. )\.?/giu;

/** "where 1 is bad and 5 is good" -> "(1 = bad, 5 = good)". */
const ENDS =
  /,? \(?where (\d{1,2}) (?:is|means|being|stands for|=) ([^,()=]{2,40}?),? and (\d{1,2}) (?:is|means|being|stands for|=) ([^,().=]{2,40})\)?/gi;

/** `<b>name</b>` -> ` name `. A `<` that opens no tag, as in `age < 18`, stays. */
function withoutTags(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    if (open < from || !/[a-z/!?]/i.test(text.charAt(open + 1))) continue;
    const close = text.indexOf(">", open);
    if (close < 0) break;
    parts.push(text.slice(from, open));
    from = close + 1;
  }
  parts.push(text.slice(from));
  return parts.join(" ");
}

/** Drops Markdown emphasis and code marks. A `*` at the start of a line is a bullet and stays. */
function withoutEmphasis(line: string): string {
  const plain = line.replace(/\*\*|__|`/g, "");
  const indent = plain.length - plain.trimStart().length;
  return plain.slice(0, indent) + plain.slice(indent).replace(/ {2,}/g, " ");
}

/** Splits before 1, 2, 3, ... where a line counts its items. */
function splitEnumeration(line: string): string[] {
  const inside = enclosed(line);
  const marks = [...line.matchAll(/(?<![\p{L}\p{N}.,:/-])(\d{1,2})[.)] (?=\S)/gu)].filter(
    ({ index }) => inside[index] === 0 || line[index - 1] === "(",
  );
  const starts: number[] = [];
  for (const mark of marks) {
    if (Number(mark[1]) === starts.length + 1) starts.push(mark.index);
  }
  if (starts.length < 2) return [line];
  const pieces = starts.map((start, index) => line.slice(start, starts[index + 1]).trim());
  const before = line.slice(0, starts[0]).trimEnd();
  return before.trim() === "" ? pieces : [before, ...pieces];
}

/** `contact form - name - email - phone`: dashes as bullets within a line. */
function splitDashes(line: string): string[] {
  const parts = line.replace(/\([^()]*\)/g, (bracket) => bracket.replaceAll(" - ", " \u2013 ")).split(" - ");
  if (parts.length < 4 || parts.some((part) => part.includes(",") && !part.includes("("))) return [line];
  const [head = "", ...items] = parts;
  return [head, ...items.map((item) => `- ${item}`)];
}
