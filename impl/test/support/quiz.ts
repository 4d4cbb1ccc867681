/** A quiz: one right capital, one with fewer points, two planets that are both right, a question for some respondents, and a name. */
import type { FormStructure } from "../../../generated/types.ts";

const both = (en: string, de: string) => ({ en, de });

export const quiz: FormStructure = {
  title: both("Quiz", "Quiz"),
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: both("Your name", "Ihr Name") },
        {
          id: "capital",
          type: "single_choice",
          label: both(
            "{{name}}, what is the capital of Australia?",
            "{{name}}, wie heißt Australiens Hauptstadt?",
          ),
          required: true,
          allow_other: true,
          choices: [
            { id: "sydney", label: both("Sydney", "Sydney") },
            { id: "canberra", label: both("Canberra", "Canberra") },
            { id: "melbourne", label: both("Melbourne", "Melbourne") },
          ],
        },
        {
          id: "planets",
          type: "multiple_choice",
          label: both("Which of these are planets?", "Welche davon sind Planeten?"),
          choices: [
            { id: "mars", label: both("Mars", "Mars") },
            { id: "pluto", label: both("Pluto", "Pluto") },
            { id: "venus", label: both("Venus", "Venus") },
          ],
        },
        {
          id: "bonus",
          type: "dropdown",
          label: both("How many moons has Mars?", "Wie viele Monde hat der Mars?"),
          visible_if: { field: "planets", op: "contains", value: "mars" },
          choices: [
            { id: "one", label: both("One", "Einen") },
            { id: "two", label: { en: "Two" } },
          ],
        },
        {
          id: "so_far",
          type: "statement",
          label: both(
            "{{points}} points so far, {{percent}} per cent",
            "Bisher {{points}} Punkte, {{percent}} Prozent",
          ),
        },
      ],
    },
  ],
  calculations: [
    { id: "moons", formula: "score(bonus, 'two': 1)" },
    {
      id: "points",
      formula:
        "score(capital, 'canberra': 2, 'sydney': 1) + score(planets, 'mars': 1, 'venus': 1, 'pluto': -1) + moons",
    },
    { id: "percent", label: both("Per cent", "Prozent"), formula: "round(points * 100 / 5)" },
  ],
  endings: [{ id: "end", title: both("{{points}} points, {{name}}", "{{points}} Punkte, {{name}}") }],
  settings: { answer_key: "points", one_response_per_email: true },
};

/** The same quiz, changed. */
export function quizWith(change: (form: FormStructure) => void): FormStructure {
  const form = structuredClone(quiz);
  change(form);
  return form;
}
