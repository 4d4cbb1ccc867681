/** Reads what follows a colon in a sentence: choices of the object before it, or the objects themselves. */
import type { Asked, State } from "./asked.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { readPiece } from "./read-pieces.ts";
import { wordsOf } from "./tokens.ts";

/** What follows a colon: the choices of the object before it, or the objects themselves. */
export function readList(from: number, to: number, before: number, state: State): void {
  const last = state.asked.length > before ? state.asked.at(-1) : undefined;
  const pieces = piecesOf(state.tokens, from, to);
  if (!last || isGeneric(last, state) || listsFields(pieces, last, state)) {
    if (last) {
      state.asked.pop();
      (last.kind === "noun" ? state.leads : state.unused).push([last.from, last.to]);
    }
    state.asks = true;
    state.doubtful = false;
    let verb: number | undefined;
    for (const piece of pieces) verb = readPiece(piece, verb, state);
    return;
  }
  const end = pieces.findIndex((piece, index) => index > 0 && !isChoice(piece, pieces, state));
  const choices = end < 0 ? pieces : pieces.slice(0, end);
  last.choices = choices
    .filter(({ kind }) => kind !== "tail" || choices.length > 1)
    .map((piece) => [piece.from, piece.to] as const);
  for (const piece of end < 0 ? [] : pieces.slice(end)) readPiece(piece, undefined, state);
}

/** Whether a list names fields: questions, known names, or parts with brackets. With "or", it names choices. */
function listsFields(pieces: readonly Piece[], last: Asked, state: State): boolean {
  const { tokens, text, isField } = state;
  if (last.deed === "choose" || pieces.some(({ separator }) => separator === "or")) return false;
  const fields = pieces.filter(({ kind, from, to }) => {
    if (kind === "question" || tokens[to - 1]!.part === "bracket") return true;
    const behind = tokens.findIndex(({ part }, at) => at > from && at < to && part === "prep");
    const head = (behind < 0 ? to : behind) - 1;
    const words = text.slice(tokens[from]!.start, tokens[to - 1]!.end);
    return kind === "noun" && (isField(words) || (to - from > 1 && isField(tokens[head]!.word)));
  });
  return fields.length * 2 > pieces.length || /^(?:question|clause)$/.test(pieces[0]?.kind ?? "");
}

/** Behind a colon, what has an article or a verb of its own is no choice, unless all parts are built so. */
function isChoice(piece: Piece, pieces: readonly Piece[], state: State): boolean {
  const { tokens } = state;
  if (state.saysSeveral(state.text.slice(tokens[piece.from]!.start, tokens[piece.to - 1]!.end))) return false;
  if (piece.kind === "question" || piece.kind === "clause" || piece.kind === "if") return false;
  if (piece.kind === "verb" && pieces[0]!.kind !== "verb") return false;
  const isDet = ({ from }: Piece) => tokens[from]!.part === "det";
  return isDet(piece) ? isDet(pieces[0]!) : true;
}

function isGeneric(asked: Asked, { tokens }: State): boolean {
  if (asked.kind === "question") return false;
  const words = tokens.slice(asked.from, asked.to);
  if (/^(?:this|these|it|all)$/.test(words[0]!.word) && words.length < 3) return true;
  const end = words.findIndex(({ part, word }) => part === "prep" || word === "that" || word === "who");
  const head = (end < 0 ? words : words.slice(0, end)).at(-1);
  return head !== undefined && (wordsOf("generic").has(head.word) || wordsOf("forms").has(head.word));
}
