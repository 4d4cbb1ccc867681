/** Sections and tasks from a prompt's own statements: nothing is added to them. */
import type { Language } from "../../../generated/types.ts";
import type { LessonSection, LessonTask, LessonTexts } from "../content/lesson.ts";
import { frameText } from "../library/vocabulary.ts";
import type { StatementGroup } from "./prompt/read-prompt.ts";
import { isFunctionWord, splitWords } from "./prompt/words.ts";
import { mix, shuffleNamed } from "./shuffle.ts";
import type { StatementPart } from "./statement-parts.ts";
import { textsIn } from "./texts.ts";

interface Options {
  /** The language of the statements. */
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly seed: string;
}

const MOST_GAPS = 4;
const MOST_CHOICES = 3;
const MOST_NUMBERS = 2;
const MOST_ITEMS = 8;
const MOST_OPTIONS = 4;
const MOST_POINTS = 6;

export function statementSections(
  parts: readonly StatementPart[],
  { language, languages }: Options,
  illustration: (part: StatementPart) => number | undefined,
): LessonSection[] {
  return parts.map((part, index) => {
    const { statements, isNumbered, firstNumber } = part;
    const shown = illustration(part);
    return {
      id: `prompt-${index + 1}`,
      heading: headingTexts(part, language, languages),
      paragraphs: statements.map((text, place) => ({
        [language]: isNumbered ? `${firstNumber + place}. ${text}` : text,
      })),
      ...(shown !== undefined && { illustration: shown }),
    };
  });
}

export function headingTexts(
  { heading, place }: Pick<StatementPart, "heading" | "place">,
  language: Language,
  languages: readonly Language[],
): LessonTexts {
  const addPlace = (text: string) => (place === undefined ? text : `${text} (${place})`);
  if (heading !== undefined) return { [language]: addPlace(heading) };
  return textsIn(languages, (each) => addPlace(frameText(each, "your_text")));
}

export function statementTasks(groups: readonly StatementGroup[], options: Options): LessonTask[] {
  const statements = [...new Set(groups.flatMap((group) => group.statements))];
  return [
    ...gapTasks(statements, options),
    ...numberTasks(statements, options),
    ...choiceTasks(statements, options),
    ...orderTasks(groups, options),
    ...openTasks(groups, options),
  ];
}

/** The question of the frame, then the statement. All of it stands in the language of the statement. */
function question({ language }: Options, key: "gap" | "number" | "continue", text: string): LessonTexts {
  return { [language]: `${frameText(language, key)} ${text}` };
}

function saysSo({ language }: Options, statement: string): LessonTexts {
  return { [language]: frameText(language, "explanation", { statement }) };
}

function gapTasks(statements: readonly string[], options: Options): LessonTask[] {
  return mix(statements, `${options.seed}/gap`)
    .flatMap((statement, index): LessonTask[] => {
      const word = gapWord(statement, options.language);
      if (!word) return [];
      const sentence = statement.replace(wholeWord(word), "___");
      return [
        {
          id: `prompt-g${index + 1}`,
          kind: "gap",
          question: question(options, "gap", sentence),
          explanation: saysSo(options, statement),
          accepted: { [options.language]: [word] },
        },
      ];
    })
    .slice(0, MOST_GAPS);
}

/** The longest word that carries content, stands once in the statement, and not at its start. */
function gapWord(statement: string, language: Language): string | undefined {
  if (statement.includes("___")) return undefined;
  const words = statement.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const lower = words.map((word) => word.toLocaleLowerCase(language));
  return words
    .filter((word, index) => {
      const isOnce = lower.indexOf(lower[index]!) === lower.lastIndexOf(lower[index]!);
      return (
        index > 0 &&
        word.length >= 4 &&
        isOnce &&
        !splitWords(word).some((each) => isFunctionWord(language, each))
      );
    })
    .toSorted((one, other) => other.length - one.length)[0];
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, "u");
}

/** Statements with a single whole number that stands alone: not a date, a time or a range. */
function numberTasks(statements: readonly string[], options: Options): LessonTask[] {
  return statements
    .flatMap((statement, index): LessonTask[] => {
      const numbers = statement.match(/\p{N}+/gu) ?? [];
      const alone = /(?<=^|\s)\d{1,9}(?=\s|[.!]?$)/u.exec(statement)?.[0];
      if (numbers.length !== 1 || alone === undefined || /^0\d/.test(alone) || statement.includes("___"))
        return [];
      return [
        {
          id: `prompt-n${index + 1}`,
          kind: "number",
          question: question(options, "number", statement.replace(alone, "___")),
          explanation: saysSo(options, statement),
          answer: Number(alone),
          tolerance: 0,
        },
      ];
    })
    .slice(0, MOST_NUMBERS);
}

/** How does a sentence go on? The wrong options are the ends of other sentences of the prompt. */
function choiceTasks(statements: readonly string[], options: Options): LessonTask[] {
  const halves = statements.flatMap((statement) => splitInTwo(statement) ?? []);
  if (new Set(halves.map(({ end }) => end)).size < 3) return [];
  return mix(halves, `${options.seed}/choice`)
    .slice(0, MOST_CHOICES)
    .map((half, index): LessonTask => {
      const seed = `${options.seed}/choice/${index}`;
      // Sentences that begin alike may go on in either way.
      const others = halves.filter(({ start, end }) => start !== half.start && end !== half.end);
      const wrong = mix([...new Set(others.map(({ end }) => end))], seed).slice(0, MOST_OPTIONS - 1);
      const all = shuffleNamed([half.end, ...wrong], `${seed}/ids`);
      return {
        id: `prompt-c${index + 1}`,
        kind: "choice",
        question: question(options, "continue", `${half.start} …`),
        explanation: saysSo(options, half.statement),
        options: mix(all, `${seed}/order`).map(({ id, item }) => ({
          id,
          text: { [options.language]: `… ${item}` },
        })),
        correct: [all[0]!.id],
      };
    })
    .filter((task) => task.kind === "choice" && task.options.length >= 3);
}

/** Splits a statement at a comma, else in the middle. */
function splitInTwo(statement: string): { statement: string; start: string; end: string } | undefined {
  const words = statement.split(/\s+/u);
  if (words.length < 6 || words.length > 40) return undefined;
  const comma = words.findIndex(
    (word, index) => word.endsWith(",") && index >= 1 && index <= words.length - 4,
  );
  const at = comma > 0 ? comma + 1 : Math.ceil(words.length / 2);
  return { statement, start: words.slice(0, at).join(" "), end: words.slice(at).join(" ") };
}

function orderTasks(groups: readonly StatementGroup[], options: Options): LessonTask[] {
  return groups.flatMap(({ statements, isNumbered, heading }, index): LessonTask[] => {
    const distinct = [...new Set(statements)].slice(0, MOST_ITEMS);
    if (!isNumbered || distinct.length < 3) return [];
    const { language, seed } = options;
    const items = shuffleNamed(distinct, `${seed}/order/${index}`);
    return [
      {
        id: `prompt-o${index + 1}`,
        kind: "order",
        question: { [language]: [heading, frameText(language, "order")].filter(Boolean).join(": ") },
        items: items.map(({ id, item }) => ({ id, text: { [language]: item } })),
      },
    ];
  });
}

function openTasks(groups: readonly StatementGroup[], options: Options): LessonTask[] {
  return groups.map(({ statements, heading }, index): LessonTask => {
    const { language } = options;
    const points = statements
      .slice(0, MOST_POINTS)
      .map((text, place) => ({ id: `p${place + 1}`, text: { [language]: text } }));
    const about = heading ?? frameText(language, "your_text");
    return {
      id: `prompt-e${index + 1}`,
      kind: "open",
      question: { [language]: frameText(language, "own_words", { heading: about }) },
      explanation: { [language]: statements.slice(0, MOST_POINTS).join(" ") },
      rubric: { points },
    };
  });
}
