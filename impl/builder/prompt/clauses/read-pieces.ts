/** Reads the parts of a sentence behind its first verb: objects, further verbs and clauses, conditions and reasons. */
import { add, addSignature, attach } from "./add-asked.ts";
import type { State } from "./asked.ts";
import { deed, open } from "./open-clause.ts";
import { firstOf, OPTIONAL, type Piece, piecesOf, startsVerb } from "./pieces.ts";
import { wordsOf } from "./tokens.ts";
import { actorOf, mainClause, verbGroup } from "./verbs.ts";

/** Adds what a part asks for. Returns where the verb of the next object begins, if that comes right behind its verb. */
export function readPiece(piece: Piece, verbAt: number | undefined, state: State): number | undefined {
  const { tokens, asked } = state;
  const inCase = verbBehindFor(piece, state);
  if (inCase !== undefined) {
    const found = readVerb({ ...piece, from: inCase }, inCase, state);
    for (const each of asked)
      if (each.verbAt === inCase)
        each.condition = state.text.slice(tokens[piece.from + 1]!.start, tokens[inCase - 1]!.end);
    return found;
  }
  const first = firstOf(tokens, piece);
  const said = state.text.slice(tokens[piece.from]!.start, tokens[piece.to - 1]!.end);
  if (asked.length > 0 && NOT_REQUIRED.test(said)) {
    asked.at(-1)!.optional = true;
    return undefined;
  }
  if (asked.at(-1)?.choices && state.saysSeveral(said)) {
    asked.at(-1)!.several = true;
    return undefined;
  }
  const isAlternative =
    piece.separator === "or" && asked.at(-1)?.kind === "question" && piece.kind === "verb";
  if (isAlternative) {
    attach({ ...piece, kind: "bare" }, asked.at(-1)!, state);
    return undefined;
  }
  if (piece.kind === "verb") return readVerb(piece, first, state);
  if (startsAside(piece, first, state)) return undefined;
  if (piece.kind === "clause") return readClause(piece, first, state);
  if (piece.kind === "if") return readIf(piece, first, state);
  const last = asked.at(-1);
  if (last && piece.to - piece.from === 1 && tokens[piece.from]!.part === "bracket") {
    last.to = piece.to;
    return undefined;
  }
  if (piece.kind === "tail" || (piece.kind === "bare" && last?.kind === "question")) {
    if (last && state.asks) attach(piece, last, state);
    else (piece.kind === "tail" ? state.leads : state.unused).push([piece.from, piece.to]);
    return undefined;
  }
  if (!state.asks) {
    state.unused.push([piece.from, piece.to]);
    return undefined;
  }
  if (
    last?.kind === "question" &&
    last.to - last.from === 1 &&
    piece.kind === "question" &&
    piece.separator === "and"
  )
    last.shares = [first + 1, piece.to];
  add(piece.kind === "question" ? "question" : "noun", first, piece, verbAt, state);
  return undefined;
}

/** ", which nobody has to give", "but they don't have to send one" */
const NOT_REQUIRED =
  /^(?:which |that |but |though |although |it |this |they )*(?:(?:nobody|no one|not everyone) (?:has|needs) to|(?:do|does|need|is|are)(?:n['’]t| not)(?: have to| need to| needed| required| necessary| mandatory| compulsory| obligatory| a must)|need not)(?: \p{L}+){0,4}$/iu;

/** "for delivery types in the address": where the verb begins. */
function verbBehindFor({ from, to, separator }: Piece, { tokens }: State): number | undefined {
  if (tokens[from]!.word !== "for" || separator === "") return undefined;
  const at = tokens.findIndex((_, index) => index > from + 1 && index < to && startsVerb(tokens, index, to));
  return at > 0 && at - from < 5 ? at : undefined;
}

function readVerb(piece: Piece, first: number, state: State): number | undefined {
  const { tokens } = state;
  const group = verbGroup(tokens, first) ?? {
    from: first,
    end: first + 1,
    verb: tokens[first]!.word,
    chain: [],
    passive: false,
    mayBe: false,
  };
  state.condition = undefined;
  const end =
    state.actor === "owner" || state.actor === "form" || (state.actor === "none" && !state.asks)
      ? open(group, [], state)
      : deed(group, state);
  return readObject(piece, end ?? piece.to, first, group.verb, state);
}

function readClause(piece: Piece, first: number, state: State): number | undefined {
  const { tokens } = state;
  const clause = mainClause(tokens, first);
  if (!clause || clause.group.from >= piece.to) {
    state.unused.push([piece.from, piece.to]);
    return undefined;
  }
  state.actor = actorOf(clause.subject);
  state.condition = undefined;
  const end = open(clause.group, clause.subject, state);
  if (end === undefined) {
    state.unused.push([piece.from, piece.to]);
    return undefined;
  }
  return readObject(piece, end, clause.group.from, clause.group.verb, state);
}

/** The object in the same part as its verb; without one, it comes with the next part. */
function readObject(
  piece: Piece,
  from: number,
  verbAt: number,
  verb: string,
  state: State,
): number | undefined {
  if (state.deed === "sign" && state.asks) {
    addSignature({ from: verbAt, end: from }, state);
    return undefined;
  }
  if (from >= piece.to) {
    if (!state.asks) state.unused.push([piece.from, piece.to]);
    return verb === "" ? undefined : verbAt;
  }
  const [object] = piecesOf(state.tokens, from, piece.to);
  if (!object || !state.asks) {
    if (!state.asks) state.unused.push([piece.from, piece.to]);
    return undefined;
  }
  const asks = state.tokens.findIndex(
    ({ part }, at) => at >= object.from && at < object.to && part === "asks",
  );
  const isBehind = object.kind === "tail" && asks > object.from;
  const kind = object.kind === "question" || isBehind ? "question" : "noun";
  add(
    kind,
    isBehind ? asks : object.from,
    { ...object, separator: piece.separator, comma: piece.comma },
    verbAt,
    state,
  );
  if (isBehind) state.asked.at(-1)!.tails.push([object.from, asks]);
  return undefined;
}

/** "so that we can call back" asks for nothing; "so I need to know" does. */
function startsAside(piece: Piece, first: number, state: State): boolean {
  const { tokens } = state;
  const at = piece.from;
  const { word } = tokens[at]!;
  if (!wordsOf("asides").has(word) || piece.kind === "question") return false;
  const next = tokens[at + 1];
  if (word !== "so" || next?.part === "that" || next === undefined) {
    state.asks = false;
    state.leads.push([piece.from, piece.to]);
    return true;
  }
  const isImperative = next.part === "verb" || next.word === "please";
  const inner: Piece = { ...piece, from: at + 1, kind: isImperative ? "verb" : "clause" };
  if (isImperative) {
    state.actor = "none";
    state.asks = false;
    readVerb(inner, firstOf(tokens, inner), state);
  } else readClause(inner, Math.max(first, at + 1), state);
  return true;
}

/** "if so", "if any", "if it was stolen, for the number". */
function readIf(piece: Piece, first: number, state: State): undefined {
  const rest = state.text.slice(
    state.tokens[Math.min(first + 1, piece.to - 1)]!.start,
    state.tokens[piece.to - 1]!.end,
  );
  if (/^(?:so|yes|not|no)$/i.test(rest)) state.condition = /^(?:so|yes)$/i.test(rest) ? "yes" : "no";
  else if (state.asked.length > 0 && OPTIONAL.test(rest)) state.asked.at(-1)!.optional = true;
  else state.condition = rest;
  return undefined;
}
