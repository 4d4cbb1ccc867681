/** Adds what a sentence asks for, with the scales and limits behind it. */
import type { Asked, State } from "./asked.ts";
import type { Piece } from "./pieces.ts";
import type { Token } from "./tokens.ts";

/** A signature has no object: its verb stands for it. */
export function addSignature({ from, end }: { from: number; end: number }, state: State): void {
  add(
    "noun",
    from,
    { from, to: Math.max(end, from + 1), separator: "", comma: false, kind: "noun" },
    from,
    state,
  );
}

export function add(
  kind: Asked["kind"],
  from: number,
  { to, separator, comma }: Piece,
  verbAt: number | undefined,
  state: State,
): void {
  if (from >= to) return;
  const scale = scaleAt(state.tokens, from, to);
  const words = state.tokens.slice(from, Math.min(from + 4, to)).map(({ word }) => word);
  // "from when until when they need it" asks twice.
  if (kind === "question" && words[1] === "when" && words[3] === "when") {
    add(kind, from, { from, to: from + 2, separator, comma, kind }, verbAt, state);
    state.asked.at(-1)!.shares = [from + 4, to];
    add(kind, from + 2, { from: from + 2, to, separator: "and", comma, kind }, undefined, state);
    return;
  }
  state.asked.push({
    kind,
    from,
    to: scale,
    deed: state.deed,
    ...(verbAt !== undefined && { verbAt }),
    separator,
    comma,
    tails: scale < to ? [[scale, to]] : [],
    ...(state.condition !== undefined && { condition: state.condition }),
    ...(state.optional && { optional: true }),
    ...(state.doubtful && { doubtful: true }),
  });
}

/** Where "from 1 to 5" and "on a scale of 1 to 7" begin at the end of an object; else its end. */
function scaleAt(tokens: readonly Token[], from: number, to: number): number {
  const words = tokens.slice(from, to).map(({ word, part }) => (part === "num" ? "#" : word));
  const [found = ""] =
    /(?: from)? # (?:to|-) #(?: stars| points)?$| on an? (?:\S+ )?scale(?: (?:of|from|#|to|-|between|and|out)){0,6}$| out of #(?: stars| points)?$/.exec(
      words.join(" "),
    ) ?? [];
  const count = found.trim() === "" ? 0 : found.trim().split(" ").length;
  return count === 0 || to - count <= from ? to : to - count;
}

/** "at most three" and "in centimetres" belong to what is before them; "and at the end" has a field of its own. */
export function attach(piece: Piece, last: Asked, state: State): void {
  if (
    piece.separator === "and" &&
    piece.kind === "tail" &&
    state.tokens[piece.from]!.part === "prep" &&
    last.kind === "noun"
  )
    add("noun", piece.from, piece, undefined, state);
  else if (piece.kind === "bare" || piece.separator === "or") {
    if (piece.kind === "bare" && last.options) last.options.push([piece.from, piece.to]);
    else if (piece.kind === "bare")
      last.options = [
        [last.from, last.to],
        [piece.from, piece.to],
      ];
    if (last.options) last.chooses = piece.separator === "or";
    last.to = piece.to;
  } else last.tails.push([piece.from, piece.to]);
}
