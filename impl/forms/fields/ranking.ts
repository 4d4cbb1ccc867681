import type { RankingField } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { rankingTally } from "../answers/tallies/choices.ts";
import { labelIn } from "../answers/tallies/tally.ts";
import type { QuestionKind } from "./kind.ts";
import { shuffleChoices } from "./parts/choice-cards.ts";
import { choiceIds, wrongProperties } from "./parts/choices.ts";
import { firstPlaceFilter } from "./parts/filters.ts";
import { focusId, inputs } from "./parts/inputs.ts";
import { idsIf } from "./parts/one-input.ts";
import { type FieldView, rawText } from "./parts/view.ts";
import { drawWording } from "./parts/wordings.ts";

/** Choices, put in an order. */
export const ranking: QuestionKind<RankingField> = {
  own: { required: true, choices: true, shuffle: true },
  wrongBounds: ({ choices }) => [
    ...wrongProperties(choices, "capacity", "ranking_capacity"),
    ...wrongProperties(choices, "image", "picture_type"),
  ],
  missing: () => "ranking",
  check: checkRanking,
  sample: ({ choices }) => choices.map(({ id }) => id),
  tally: ({ choices }, wording) => rankingTally(choices, labelIn(wording)),
  filter: ({ choices }, wording) => firstPlaceFilter(choices, wording),
  isGroup: () => true,
  hints: ({ t }) => [t.say("ranking_hint")],
  input,
  rules: (_field, say) => [["ranking", say({ code: "ranking" })]],
  script: () => "ranking",
  read: ({ id, choices }, values) =>
    Object.fromEntries(choices.map((choice) => [choice.id, values.get(inputs.place(id, choice.id)) ?? ""])),
  accepts(field, name) {
    const start = inputs.place(field.id, "");
    return idsIf(name.startsWith(start) && choiceIds(field).has(name.slice(start.length)), 1);
  },
};

/** Accepts a list of all ids, best first, or the rank typed beside each choice: `{ "tea": "2", "coffee": "1" }`. */
function checkRanking(field: RankingField, input: unknown): Checked<string[]> {
  const answer = Array.isArray(input) ? input : sortByRank(input);
  // Places that are all impossible, such as 0, leave an empty list, too, and are a mistake.
  if (answer === undefined || (answer === input && answer.length === 0)) return undefined;
  const ids = choiceIds(field);
  const isOrder = answer.length === ids.size && ids.isSubsetOf(new Set(answer));
  return isOrder ? { answer } : problem("ranking");
}

/** The ids by rank; undefined if nothing was typed, and too short if the ranks are not 1 to n. */
function sortByRank(input: unknown): string[] | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const typed = Object.entries(input).filter(([, rank]) => String(rank).trim() !== "");
  if (typed.length === 0) return undefined;
  const ids: string[] = [];
  for (const [id, rank] of typed) ids[Number(rank) - 1] = id;
  return Array.from({ length: typed.length }, (_, place) => ids[place]).filter((id) => id !== undefined);
}

/** An input for the place of each choice. The script turns them into a list that is sorted with buttons. */
function input({ field, t, rawAnswer, seed }: FieldView<RankingField>): Html {
  const choices = field.shuffle ? shuffleChoices(field.choices, seed + field.id) : field.choices;
  const places = readPlaces(rawAnswer);
  const items = choices.map(({ id, label }, at) => {
    const name = t.of(label);
    const values = attributes({
      type: "text",
      inputmode: "numeric",
      class: "input place",
      id: at === 0 ? focusId(field) : `${focusId(field)}-${at}`,
      name: inputs.place(field.id, id),
      "aria-label": t.say("ranking_place", { name }),
      autocomplete: "off",
      value: places.get(id) ?? "",
    });
    return html`
      <li${attributes({ "data-up": t.say("move_up", { name }), "data-down": t.say("move_down", { name }) })}>
        <input${values}>
        <span>${drawWording(t, label)}</span>
      </li>
    `;
  });
  return html`<ol class="ranking" data-ranking>${items}</ol>`;
}

function readPlaces(rawAnswer: unknown): ReadonlyMap<string, string> {
  if (Array.isArray(rawAnswer)) return new Map(rawAnswer.map((id, at) => [String(id), String(at + 1)]));
  if (typeof rawAnswer !== "object" || rawAnswer === null) return new Map();
  return new Map(Object.entries(rawAnswer).map(([id, place]) => [id, rawText(place)]));
}
