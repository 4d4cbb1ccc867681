/** Reviews answers to open tasks by the key words of the rubric. */
import type { Language } from "../../../generated/types.ts";
import { type OpenTask, type RubricPoint, textFor } from "../content/lesson.ts";
import { frameText } from "../library/vocabulary.ts";
import type { OpenReview } from "../writer.ts";
import { isSameWord, splitWords, wordList } from "./prompt/words.ts";

const LONGEST_ANSWER = 10_000;

interface Clause {
  readonly words: readonly string[];
  readonly isNegated: boolean;
}

/** A point is met if one of its key words stands in the answer and the answer does not deny it. */
export function reviewAnswer(task: OpenTask, answer: string, language: Language): OpenReview {
  const { points } = task.rubric;
  const said = splitClauses(withoutQuestion(answer.slice(0, LONGEST_ANSWER), task), language);
  const judged = points.map((point) => ({ point, ...judge(point, said, language) }));
  const texts = (chosen: typeof judged) =>
    chosen.map(({ point }) => textFor(point.text, language, [language]).text).join(" ");
  const met = judged.filter(({ isMet }) => isMet);
  const denied = judged.filter(({ isMet, isDenied }) => !isMet && isDenied);
  const missing = judged.filter(({ isMet, isDenied }) => !isMet && !isDenied);
  const isEmpty = said.every(({ words }) => words.every((word) => word.length < 2 && !/\p{N}/u.test(word)));
  const feedback = isEmpty
    ? [frameText(language, "review_empty")]
    : [
        met.length > 0
          ? frameText(language, "review_found", { points: texts(met) })
          : frameText(language, "review_none"),
        denied.length > 0 && frameText(language, "review_denied", { points: texts(denied) }),
        missing.length > 0 &&
          met.length > 0 &&
          frameText(language, "review_missing", { points: texts(missing) }),
      ];
  const method = [
    frameText(language, "review_method"),
    points.some(({ keywords }) => keywords[language] === undefined) &&
      frameText(language, "review_language", { language: languageIn(language, points) }),
  ];
  return {
    points: judged.map(({ point, isMet }) => ({ id: point.id, isMet })),
    feedback: feedback.filter(Boolean).join(" "),
    method: method.filter(Boolean).join(" "),
  };
}

/** The language of the key words, in the learner's language. */
function languageIn(language: Language, points: readonly RubricPoint[]): string {
  const codes = [...new Set(points.flatMap(({ keywords }) => Object.keys(keywords)))].filter(
    (code) => code !== language,
  );
  const names = new Intl.DisplayNames([language], { type: "language" });
  return new Intl.ListFormat(language, { type: "disjunction" }).format(
    codes.map((code) => names.of(code) ?? code),
  );
}

/** Who copies the question has not answered it. */
function withoutQuestion(answer: string, { question }: OpenTask): string {
  return Object.values(question).reduce((rest, text) => rest.replaceAll(text, " "), answer);
}

/** Parts of sentences: "not" in one says nothing about the next. */
function splitClauses(answer: string, language: Language): Clause[] {
  const negations = wordList(language, "negations");
  const contrasts = wordList(language, "contrasts");
  const english = wordList("en", "negations");
  return answer
    .replace(/(\p{L})n['’]t\b/gu, "$1n not")
    .split(/[.,;:!?\n()]+/u)
    .flatMap((sentence) => splitAt(splitWords(sentence), (word) => contrasts.has(word)))
    .filter((words) => words.length > 0)
    .map((words) => ({ words, isNegated: words.some((word) => negations.has(word) || english.has(word)) }));
}

function splitAt(words: readonly string[], isBorder: (word: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (isBorder(word)) parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}

function judge(point: RubricPoint, said: readonly Clause[], language: Language) {
  const keywords = Object.values(point.keywords).flat().map(splitWords);
  const expected = Object.entries(point.text).flatMap(([each, text]) => splitClauses(text, each as Language));
  let isDenied = false;
  for (const keyword of keywords) {
    const hasNegation = keyword.some((word) => isNegation(word, language));
    for (const { words, isNegated } of said) {
      if (!keyword.every((word) => words.some((each) => isSameWord(word, each)))) continue;
      const isExpected = expected.some((clause) => clause.isNegated === isNegated);
      if (isExpected || hasNegation) return { isMet: true, isDenied: false };
      isDenied = true;
    }
  }
  return { isMet: false, isDenied };
}

function isNegation(word: string, language: Language): boolean {
  return wordList(language, "negations").has(word) || wordList("en", "negations").has(word);
}
