/** Reads a task of a lesson that a model wrote. Options are mixed by the service: models put the right one first. */
import type { Language } from "../../../generated/types.ts";
import { mix, shuffleNamed } from "../../lessons/builtin/shuffle.ts";
import type { LessonTask } from "../../lessons/content/lesson.ts";
import { isObject, type Json, textIn, textsIn } from "../read-json.ts";

interface Place {
  /** Such as `tasks[0]`. */
  readonly place: string;
  readonly id: string;
  readonly language: Language;
  readonly seed: string;
}

/** Reads a task; undefined if it is malformed. */
export function readTask(value: unknown, at: Place, problems: string[]): LessonTask | undefined {
  const { id, place, language, seed } = at;
  if (!isObject(value)) return void problems.push(`${place} must be an object.`);
  const explanation = textIn(value, "explanation");
  const base = {
    id,
    question: { [language]: textIn(value, "question") },
    ...(explanation !== "" && { explanation: { [language]: explanation } }),
  };
  const withIds = (texts: readonly string[]) =>
    shuffleNamed(texts, `${seed}/${id}`).map(({ id, item }) => ({ id, text: { [language]: item } }));
  switch (value.kind) {
    case "choice":
      return { ...base, kind: "choice", ...readOptions(value, withIds, at, problems) };
    case "number":
      return { ...base, kind: "number", ...readNumber(value, language) };
    case "order":
      return { ...base, kind: "order", items: withIds(textsIn(value, "items")) };
    case "gap":
      return { ...base, kind: "gap", accepted: { [language]: textsIn(value, "accepted") } };
    case "open":
      return { ...base, kind: "open", rubric: { points: readPoints(value, language) } };
    default:
      return void problems.push(`${place}.kind must be choice, number, order, gap or open.`);
  }
}

function readOptions(
  value: Json,
  withIds: (
    texts: readonly string[],
  ) => { readonly id: string; readonly text: Readonly<Record<string, string>> }[],
  { place, language, seed, id }: Place,
  problems: string[],
) {
  const options = withIds(textsIn(value, "options"));
  const right = textsIn(value, "correct");
  const isRight = (option: (typeof options)[number]) => right.includes(option.text[language]!);
  const unknown = right.filter((text) => !options.some((option) => option.text[language] === text));
  if (unknown.length > 0) problems.push(`${place}.correct must repeat options word by word.`);
  return {
    options: mix(options, `${seed}/${id}/order`),
    correct: options.filter(isRight).map((option) => option.id),
  };
}

function readNumber(value: Json, language: Language) {
  const number = (key: string) => (typeof value[key] === "number" ? value[key] : Number.NaN);
  const unit = textIn(value, "unit");
  return {
    answer: number("answer"),
    tolerance: value.tolerance === undefined || value.tolerance === null ? 0 : number("tolerance"),
    ...(unit !== "" && { unit: { [language]: unit } }),
  };
}

function readPoints(value: Json, language: Language) {
  return textsIn(value, "points").map((text, index) => ({ id: `p${index + 1}`, text: { [language]: text } }));
}
