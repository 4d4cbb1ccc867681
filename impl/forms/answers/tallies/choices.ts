/** Counts choices, rankings and tables of choices. */
import type { Choice, MatrixField, OtherAnswer } from "../../../../generated/types.ts";
import type { StoredAnswer } from "../answer.ts";
import type { Tally } from "./tally.ts";

/** The number of shown bars; a longer list shows those with the most answers. */
const MAX_BARS = 20;
const LATEST_OTHERS = 5;

type LabelOf = (choice: Pick<Choice, "id" | "label">) => string;

export function choiceTally<Choice extends { readonly id: string }>(
  choices: readonly Choice[],
  isMultiple: boolean,
  labelOf: (choice: Choice) => string,
): Tally {
  const counts = new Map<string, number>(choices.map(({ id }) => [id, 0]));
  const latestOthers: string[] = [];
  let others = 0;
  return {
    add(answer) {
      for (const one of [answer].flat() as readonly (string | OtherAnswer)[]) {
        if (typeof one === "string" && counts.has(one)) counts.set(one, counts.get(one)! + 1);
        else if (typeof one === "object" && "other" in one) {
          others += 1;
          if (latestOthers.length < LATEST_OTHERS) latestOthers.push(one.other);
        }
      }
    },
    result() {
      const all = choices.map((choice) => ({
        choice: choice.id,
        label: labelOf(choice),
        count: counts.get(choice.id)!,
      }));
      const isLong = all.length > MAX_BARS;
      const bars = isLong ? all.toSorted((a, b) => b.count - a.count).slice(0, MAX_BARS) : all;
      return { kind: "choices", bars, isMultiple, others, latestOthers, left: all.length - bars.length };
    },
  };
}

/** Yes and no, by the words of the page. */
export function booleanTally(words: Readonly<Record<"yes" | "no", string>>): Tally {
  const tally = choiceTally([{ id: "yes" }, { id: "no" }] as const, false, ({ id }) => words[id]);
  return { ...tally, add: (answer) => tally.add(answer === true ? "yes" : answer === false ? "no" : []) };
}

export function rankingTally(choices: readonly Choice[], labelOf: LabelOf): Tally {
  const sums = new Map(choices.map(({ id }) => [id, { places: 0, first: 0, answers: 0 }]));
  return {
    add(answer) {
      if (!Array.isArray(answer)) return;
      answer.forEach((id: unknown, index) => {
        const sum = sums.get(id as string);
        if (sum === undefined) return;
        sum.places += index + 1;
        sum.answers += 1;
        if (index === 0) sum.first += 1;
      });
    },
    result() {
      const places = choices.map((choice) => {
        const { places, first, answers } = sums.get(choice.id)!;
        return { label: labelOf(choice), place: answers === 0 ? choices.length : places / answers, first };
      });
      return {
        kind: "ranking",
        places: places.sort((a, b) => a.place - b.place).slice(0, MAX_BARS),
        choices: choices.length,
      };
    },
  };
}

export function matrixTally({ rows, columns }: MatrixField, labelOf: LabelOf): Tally {
  const counts = new Map(rows.map(({ id }) => [id, new Map(columns.map((column) => [column.id, 0]))]));
  return {
    add(answer: StoredAnswer) {
      const given = typeof answer === "object" && "rows" in answer ? Object.entries(answer.rows) : [];
      for (const [row, chosen] of given) {
        const ofRow = counts.get(row);
        for (const column of [chosen].flat()) ofRow?.set(column, (ofRow.get(column) ?? 0) + 1);
      }
    },
    result: () => ({
      kind: "matrix",
      columns: columns.map(labelOf),
      rows: rows.map((row) => ({
        label: labelOf(row),
        cells: columns.map(({ id }) => ({
          count: counts.get(row.id)!.get(id)!,
          part: { choice: id, row: row.id },
        })),
      })),
    }),
  };
}
