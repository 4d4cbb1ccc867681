/** Explains why the built-in writer cannot write a lesson, with advice, and which parts a lesson leaves out. */
import type { Language } from "../../../generated/types.ts";
import { languageName } from "../../texts/detection/names.ts";
import { shorten } from "../../texts/shorten.ts";
import { allTopics, type Topic } from "../library/topic.ts";
import type { LessonObjection, LessonRequest, LessonWarning } from "../writer.ts";
import { makePlan, type Plan, writtenLanguages } from "./plan.ts";
import { FEWEST_STATEMENTS } from "./prompt/read-prompt.ts";
import { coversWord } from "./prompt/topic-words.ts";
import { isFunctionWord, isSameWord, splitWords } from "./prompt/words.ts";

const LONGEST_QUOTE = 120;
const MOST_NEAR = 3;
const MOST_PARTS = 6;

export function objectionTo(plan: Plan, request: LessonRequest): LessonObjection | undefined {
  if (!teachesSomething(plan)) return { message: nothingToTeach(plan, request.prompt) };
  const written = writtenLanguages(plan);
  const missing = request.languages.filter((language) => !written.includes(language));
  if (missing.length === 0) return undefined;
  // The prompt is also read in the ordered languages, so with other languages the writer may understand less of it.
  const plans = new Map(
    written.map((language) => [language, makePlan({ ...request, languages: [language] })]),
  );
  const offered = written.filter((language) => writtenLanguages(plans.get(language)!).includes(language));
  const teachable = offered.filter((language) => teachesSomething(plans.get(language)!));
  const [untaught] = offered;
  if (teachable.length === 0 && untaught !== undefined)
    return { message: nothingToTeach(plans.get(untaught)!, request.prompt) };
  return { message: missingText(plan, missing, teachable), missingLanguages: missing };
}

const teachesSomething = ({ topics, groups }: Plan) => topics.length > 0 || groups.length > 0;

/** Which languages the lesson can have, and how it gets others. */
function missingText(
  { topics, groups, language }: Plan,
  missing: readonly Language[],
  available: readonly Language[],
): string {
  const titles = topics.map(({ title }) => `"${title}"`).join(" and ");
  const statements =
    groups.length > 0 ? `the statements of the prompt, which are ${languageName(language)}` : "";
  const subject = [titles, statements].filter((part) => part !== "").join(" and ");
  const problem = `The built-in writer does not translate: it has no text in ${names(missing)} about ${subject}.`;
  const offer =
    available.length > 0
      ? `Order it only in ${names(available)}.`
      : "It has no language for all of this: order the topics and the statements as two lessons.";
  return `${problem} ${offer} A language model writes in all languages; the operator of the service can set one.`;
}

const names = (languages: readonly Language[]) => languages.map(languageName).join(", ");

function nothingToTeach(plan: Plan, prompt: string): string {
  const part = plan.unknown.join("; ");
  const problem =
    part === ""
      ? "The prompt does not say what the lesson is about."
      : `The built-in writer has no topic for "${shorten(part, LONGEST_QUOTE)}", and it invents no facts.`;
  const near = nearTopics(part === "" ? prompt : part);
  const known = allTopics().map(({ title }) => title);
  const offer =
    near.length > 0
      ? `Topics near it: ${near.map(({ title }) => title).join("; ")}.`
      : `It knows these topics: ${known.join("; ")}.`;
  return (
    `${problem} ${offer} Name one of its topics, or write into the prompt what the lesson should teach, ` +
    `as at least ${FEWEST_STATEMENTS} whole sentences or list items, or connect the service to a language model.`
  );
}

export function listWarnings(plan: Plan, { illustrationCount }: LessonRequest): LessonWarning[] {
  const warnings: LessonWarning[] = namedParts(plan.unknown).map((part) => ({
    code: "not_taught",
    message: `The lesson does not teach "${shorten(part, LONGEST_QUOTE)}": the built-in writer has no topic for it. Write the statements to teach into the prompt, or leave it out.`,
  }));
  for (const { topic, words } of plan.uncovered) {
    const message = `The topic "${topic.title}" says nothing about: ${shorten(words.join(", "), LONGEST_QUOTE)}.`;
    warnings.push({ code: "not_taught", message });
  }
  if (plan.groups.length > 0) warnings.push(fromPrompt(plan));
  const drawn = plan.illustrations.length;
  if (drawn < illustrationCount) {
    const message = `The prompt has statements for ${drawn} of ${illustrationCount} illustrations; the price of the others is refunded.`;
    warnings.push({ code: "fewer_illustrations", message });
  }
  return warnings;
}

/** Each of the first parts by itself, the others together. */
function namedParts(parts: readonly string[]): string[] {
  if (parts.length <= MOST_PARTS) return [...parts];
  const first = parts.slice(0, MOST_PARTS - 1);
  return [...first, shorten(parts.slice(MOST_PARTS - 1).join("; "), LONGEST_QUOTE)];
}

function fromPrompt({ groups }: Plan): LessonWarning {
  const count = groups.reduce((sum, { statements }) => sum + statements.length, 0);
  return {
    code: "from_prompt",
    message: `The lesson teaches ${count} statements of the prompt as they are written there; nobody checks them, and nothing is added to them.`,
  };
}

/** Topics whose names are spelled alike, or whose texts have words of the prompt. */
function nearTopics(text: string): Topic[] {
  const words = [...new Set(splitWords(text))]
    .filter((word) => word.length > 3 && !isFunctionWord("en", word))
    .slice(0, 50);
  return allTopics()
    .map((topic) => ({ topic, score: nearness(topic, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_NEAR)
    .map(({ topic }) => topic);
}

function nearness(topic: Topic, words: readonly string[]): number {
  const names = splitWords([topic.title, ...topic.names].join(" ")).filter((word) => word.length > 3);
  const points = words.map((word) => {
    if (names.some((name) => isSameWord(name, word) || isMisspelled(name, word))) return 3;
    return coversWord(topic, word, ["en"]) ? 1 : 0;
  });
  return points.reduce<number>((sum, point) => sum + point, 0);
}

/** Tells whether one letter is missing, added or different in a long word. */
function isMisspelled(name: string, word: string): boolean {
  if (name.length < 6 || Math.abs(name.length - word.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === word[start]) start += 1;
  let end = 0;
  while (end < Math.min(name.length, word.length) - start && name.at(-1 - end) === word.at(-1 - end))
    end += 1;
  return Math.max(name.length, word.length) - start - end <= 2;
}
