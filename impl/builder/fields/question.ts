/** Infers the shape of an answer from the first words of a question. */
import type { Concept } from "../lexicon/concepts.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { asksWhether } from "../lexicon/whether.ts";
import type { QuestionKind } from "../lexicon/words.ts";
import { type FieldMeaning, meaningOf } from "./meaning.ts";
import { SHAPES, type Shape } from "./shapes.ts";

const ANSWERS: Readonly<Record<QuestionKind, Shape>> = {
  likely: { type: "nps" },
  satisfied: { type: "scale", ends: ["very_dissatisfied", "very_satisfied"] },
  rate: { type: "rating", max: 5 },
  why: { type: "long_text" },
  count: { type: "number", min: 0, integer: true },
  amount: { type: "number", min: 0 },
  when: { type: "date" },
  yes_no: { type: "yes_no" },
  open: { type: "short_text" },
};

/** In these, the words after the opening may say more: "What is your email?", "Do you have any comments?". */
const HAS_SUBJECT: ReadonlySet<QuestionKind> = new Set(["open", "why", "yes_no"]);

/** The shape of the answer to a question; undefined if its first words do not tell. */
export function questionShape(label: string, grammar: Grammar): Shape | undefined {
  if (asksForTime(label, grammar)) return { type: "time" };
  const kind =
    questionKind(label, grammar) ?? (asksWhether(label, grammar.languages[0]!) ? "yes_no" : undefined);
  if (!kind) return undefined;
  return (HAS_SUBJECT.has(kind) ? subjectShape(label, kind, grammar) : undefined) ?? ANSWERS[kind];
}

/** "Vaccinated?" takes yes or no, "Shoe size?" what such a thing takes. */
export function bareShape(label: string, grammar: Grammar): Shape | undefined {
  const [, words = ""] = /^([^,()?]{3,40})\?$/.exec(label) ?? [];
  if (words === "" || words.split(" ").length > 4 || OPEN.test(words)) return undefined;
  // "hear about us where?"
  if (grammar.questions.open.first(fold(words.split(" ").at(-1)!))) return undefined;
  const meaning = meaningOf(words, grammar, false);
  if (!meaning || OWNED.test(words)) return ANSWERS.yes_no;
  const shape = SHAPES[meaning.concept];
  return "choices" in shape && !meaning.exact ? undefined : shape;
}

/** "Own car?", "Bring a dog?" */
const OWNED = /^(?:own|bring|bringing|need|want|got|have|has|can|with) \p{L}/iu;

const OPEN =
  /^¿?(?:anything|something|algo|alguma|etwas|quelque|qualcosa|iets|coś|något|noget|por qu|what)/iu;

/** "What time can you come?" */
function asksForTime(label: string, { languages }: Grammar): boolean {
  const { whatTime = [] } = instructionsIn(languages[0]!).vocabulary;
  const words = ` ${(fold(label).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  return whatTime.some((phrase) => words.includes(` ${fold(phrase).replace(/[^\p{L}\p{N}]+/gu, " ")} `));
}

const REMARKS: ReadonlySet<Concept> = new Set<Concept>([
  "comments",
  "additional_comments",
  "suggestions",
  "special_requests",
  "notes",
]);
const MAX_REMARK = 7;

/** "s'ils ont des suggestions" asks for these. */
function remarkAtEnd(text: string, grammar: Grammar): FieldMeaning | undefined {
  const words = text.split(" ");
  if (words.length > MAX_REMARK) return undefined;
  return [1, 2]
    .map((count) => meaningOf(words.slice(-count).join(" "), grammar, false))
    .find((meaning) => meaning?.exact && REMARKS.has(meaning.concept));
}

function subjectShape(label: string, kind: QuestionKind, grammar: Grammar): Shape | undefined {
  const opened = grammar.questions[kind].start(fold(label))?.end ?? 0;
  const rest = label
    .slice(opened)
    .replace(/^[\s']*(?:is|are|s|have|has|was) /, "")
    .replace(/[?\s]+$/, "")
    .trim();
  const meaning = meaningOf(stripFillers(rest, grammar), grammar, false) ?? remarkAtEnd(rest, grammar);
  if (!meaning?.exact) return undefined;
  const shape = SHAPES[meaning.concept];
  if (shape.type === "yes_no" || shape.type === "consent") return undefined;
  return kind === "yes_no" && shape.type !== "long_text" ? undefined : shape;
}
