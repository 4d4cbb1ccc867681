import type { RankingField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { rankingTally } from "../../answers/tallies/choices.ts";
import { labelIn } from "../../answers/tallies/tally.ts";
import { inputs } from "./inputs.ts";
import type { QuestionKind } from "./kind.ts";
import { idsIf } from "./parts/one-input.ts";

/** Choices, put in an order. */
export const ranking: QuestionKind<RankingField> = {
  own: { required: true, choices: true, shuffle: true },
  missing: () => "ranking",
  check: checkRanking,
  sample: ({ choices }) => choices.map(({ id }) => id),
  tally: ({ choices }, wording) => rankingTally(choices, labelIn(wording)),
  read: ({ id, choices }, values) =>
    Object.fromEntries(choices.map((choice) => [choice.id, values.get(inputs.place(id, choice.id)) ?? ""])),
  accepts: ({ id, choices }, name) =>
    idsIf(
      choices.some((choice) => name === inputs.place(id, choice.id)),
      1,
    ),
};

/** Accepts a list of all ids, best first, or the rank typed beside each choice: `{ "tea": "2", "coffee": "1" }`. */
function checkRanking({ choices }: RankingField, input: unknown): Checked<string[]> {
  const answer = Array.isArray(input) ? input : sortByRank(input);
  if (answer === undefined || answer.length === 0) return undefined;
  const isOrder = answer.length === choices.length && choices.every(({ id }) => answer.includes(id));
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
