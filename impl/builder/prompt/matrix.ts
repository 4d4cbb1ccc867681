/** Reads matrices: "rows food, service; columns bad, good". */
import type { Draft } from "../fields/draft.ts";
import { findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { phraseSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { splitChoices } from "./choices.ts";
import { withoutDangling } from "./modifiers.ts";
import { withoutTrailing } from "./split.ts";

/** What a text says of a matrix. */
export interface Matrix {
  /** The words before it, without those for the kind of field. */
  readonly label: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** The matrix that a text describes by the words for its rows and its columns; undefined if it describes none. */
export function matrixIn(text: string, grammar: Grammar): Matrix | undefined {
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const folded = fold(text);
  const [named] = phraseSet((vocabulary.rows ?? []).map(fold)).all(folded);
  const [columns] = phraseSet((vocabulary.columns ?? []).map(fold)).all(folded);
  const rows = named ?? rowsAfterKind(folded, grammar);
  if (!rows || !columns) return undefined;
  const listAfter = (word: { start: number; end: number }, other: { start: number }) => {
    const list = text.slice(word.end, other.start > word.start ? other.start : undefined);
    const bare = withoutDangling(withoutTrailing(list.replace(/^[\s:=(]+/, ""), " ,;:()."), grammar);
    return splitChoices(bare, grammar).map((one) => sentenceCase(stripFillers(one, grammar)));
  };
  const [rowList, columnList] = [listAfter(rows, columns), listAfter(columns, rows)];
  if (rowList.length === 0 || columnList.length < 2) return undefined;
  return { label: text.slice(0, Math.min(rows.start, columns.start)), rows: rowList, columns: columnList };
}

/** "Matrix: food, service; columns: good, bad": what follows the kind are the rows. */
function rowsAfterKind(folded: string, grammar: Grammar): { start: number; end: number } | undefined {
  const kind = grammar.kinds.start(folded);
  const isMatrix = kind && findKind(kind.phrase, grammar.languages)?.value === "matrix";
  return isMatrix && folded.slice(kind.end).trimStart().startsWith(":") ? kind : undefined;
}

/** Writes a matrix into a draft. Without a label of its own it is named by its rows. */
export function applyMatrix({ label, rows, columns }: Matrix, draft: Draft, grammar: Grammar): void {
  draft.rows = [...rows];
  draft.columns = [...columns];
  const plain = stripFillers(label.trim(), grammar);
  const kind = grammar.kinds.start(fold(plain));
  const own =
    kind && findKind(kind.phrase, grammar.languages)?.value === "matrix"
      ? plain.slice(kind.end)
      : label.trim();
  const bare = withoutDangling(withoutTrailing(own.replace(/^[\s,:;]+/, ""), " ,;:("), grammar);
  const isNoise = bare === "" || grammar.openers.is(fold(bare)) || grammar.changeVerbs.is(fold(bare));
  draft.label = isNoise ? rows.join(", ") : bare;
}
