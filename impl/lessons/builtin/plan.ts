/** Plans the contents of a lesson: topics of the library, statements of the prompt, or none. */
import type { Language } from "../../../generated/types.ts";
import { detectLanguage } from "../../texts/detection/detect.ts";
import { LANGUAGES } from "../../texts/detection/names.ts";
import type { Level, Topic } from "../library/topic.ts";
import { isWhollyIn } from "../library/translation.ts";
import type { LessonRequest } from "../writer.ts";
import { readLevel } from "./prompt/audience.ts";
import { plainHeading, type ReadPrompt, readPrompt, type StatementGroup } from "./prompt/read-prompt.ts";
import { type Recognised, recognise } from "./prompt/recognise.ts";
import { splitWords } from "./prompt/words.ts";
import { type StatementPart, statementParts } from "./statement-parts.ts";
import { capitalize } from "./texts.ts";

export interface Plan {
  /** The language of the prompt: its statements stay in it. */
  readonly language: Language;
  readonly level: Level;
  readonly topics: readonly Topic[];
  readonly groups: readonly StatementGroup[];
  /** The groups as sections: each picture of statements shows all of one. */
  readonly parts: readonly StatementPart[];
  /** Topics of the prompt that the lesson leaves out. */
  readonly unknown: readonly string[];
  readonly uncovered: Recognised["uncovered"];
  /** The illustrations, at most as many as ordered. Each is shown in its own section. */
  readonly illustrations: readonly PlannedIllustration[];
}

export type PlannedIllustration =
  | { readonly topic: Topic; readonly diagram: number }
  | { readonly part: StatementPart };

/** The number of words below which the language of a prompt may be detected wrongly. */
const SHORT_PROMPT_WORDS = 12;
/** A lesson of more topics would be a book. */
const MOST_TOPICS = 4;

export function makePlan({ prompt, languages, illustrationCount }: LessonRequest): Plan {
  const detected = detectLanguage(prompt, languages);
  const { topics, unknown, uncovered, ...read } = understood(prompt, [
    ...new Set([detected, ...languages, "en" as const]),
  ]);
  const taught = topics.slice(0, MOST_TOPICS);
  const groups = read.groups.map((group) => withPlainHeading(group, read.language));
  const parts = statementParts(groups, illustrationCount);
  return {
    language: read.language,
    level: readLevel(prompt, [...new Set([read.language, "en" as const])]),
    topics: taught,
    groups,
    parts,
    unknown: [...unknown, ...topics.slice(MOST_TOPICS).map(({ title }) => title)],
    uncovered,
    illustrations: planIllustrations(taught, parts).slice(0, illustrationCount),
  };
}

/** The languages in which the writer has every text of the lesson. */
export function writtenLanguages({ topics, groups, language }: Plan): Language[] {
  return LANGUAGES.filter(
    (each) => topics.every((topic) => isWhollyIn(topic, each)) && (groups.length === 0 || each === language),
  );
}

type Understood = ReadPrompt & Recognised;

/** Short prompts are hard to tell the language of: where no topic is found, all languages are tried, one by one. */
function understood(prompt: string, languages: readonly Language[]): Understood {
  const first = readAndRecognise(prompt, languages);
  if (first.topics.length > 0 || first.groups.length > 0) return first;
  if (splitWords(prompt).length > SHORT_PROMPT_WORDS) return first;
  for (const language of LANGUAGES) {
    if (languages.includes(language)) continue;
    const other = readAndRecognise(prompt, [language]);
    if (other.topics.length > 0 && other.unknown.length === 0 && other.uncovered.length === 0)
      return { ...other, language };
  }
  return first;
}

function readAndRecognise(prompt: string, languages: readonly Language[]): Understood {
  const read = readPrompt(prompt, languages);
  return { ...read, ...recognise(read.subjects, languages) };
}

function withPlainHeading(group: StatementGroup, language: Language): StatementGroup {
  return group.heading === undefined
    ? group
    : { ...group, heading: capitalize(plainHeading(group.heading, language), language) };
}

/** Topics and the prompt's own statements take turns. */
function planIllustrations(topics: readonly Topic[], parts: readonly StatementPart[]): PlannedIllustration[] {
  const sources: PlannedIllustration[][] = topics.map((topic) =>
    topic.diagrams.map((_, diagram) => ({ topic, diagram })),
  );
  sources.push(parts.map((part) => ({ part })));
  const rounds = Math.max(0, ...sources.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    sources.flatMap((source) => source[round] ?? []),
  ).flat();
}
