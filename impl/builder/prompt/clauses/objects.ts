/** Finds what the clauses of a sentence ask for: the objects of verbs that say what respondents do or the owner wants. */
import { addSignature } from "./add-asked.ts";
import type { Asked, AskedReading, State, Words } from "./asked.ts";
import { readList } from "./listed.ts";
import { open } from "./open-clause.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { readPiece } from "./read-pieces.ts";
import { type Token, wordsOf } from "./tokens.ts";
import { actorOf, isVerbOf, mainClause, type VerbGroup, verbGroup } from "./verbs.ts";

/** What the clauses from a token on ask for; undefined: the sentence is none that this reads. */
/** "how many loaves, rolls and cakes they want" asks for a number of each. */
function withCounts(asked: readonly Asked[], tokens: readonly Token[]): Asked[] {
  const hasVerb = ({ from, to }: Asked) =>
    tokens.slice(from, to).some(({ part }) => /^(?:verb|aux|past)$/.test(part));
  let count: Asked | undefined;
  const ends = asked.map((each) => each.kind === "noun" && hasVerb(each));
  return asked.map((each, index) => {
    if (each.kind === "question") {
      const isCount =
        tokens[each.from]!.word === "how" && /^(?:many|much)$/.test(tokens[each.from + 1]?.word ?? "");
      count = isCount && !hasVerb(each) ? each : undefined;
      return each;
    }
    const isNext = count !== undefined && each.verbAt === undefined && tokens[each.from]!.part !== "det";
    if (!isNext || !ends.slice(index).some(Boolean)) {
      count = undefined;
      return each;
    }
    return { ...each, kind: "question", counted: [count!.from, count!.from + 2] };
  });
}

export function askedIn(
  tokens: readonly Token[],
  text: string,
  from: number,
  words: Words,
): AskedReading | undefined {
  const state: State = {
    tokens,
    text,
    ...words,
    asked: [],
    leads: [],
    unused: [],
    asks: false,
    deed: "give",
    doubtful: false,
    actor: "none",
    condition: undefined,
    optional: false,
  };
  const clause = mainClause(tokens, from);
  const wanted = clause ? undefined : wantedList(tokens, from);
  if (wanted) return passive(wanted, from, state);
  if (!clause) return undefined;
  const { group, subject } = clause;
  // "Those who come by car should tell us": who it is stands before.
  state.actor = tokens[0]!.word === "those" && subject.length === 0 ? "people" : actorOf(subject);
  const first = state.actor;
  if (group.passive || /^(?:helps?|suffices?)$/.test(group.verb)) return passive(clause.group, from, state);
  const isThere = subject.at(-1)?.word === "there" ? roomFor(tokens, group.end) : undefined;
  if (isThere !== undefined) state.asks = true;
  const end = isThere ?? open(group, subject, state);
  if (end === undefined) return undefined;
  if (state.deed === "sign" && state.asks) addSignature(group, state);
  (state.asks ? state.leads : state.unused).push([0, end]);
  readRegion(end, tokens.length, group.from, state);
  return { ...state, actor: first, asked: withCounts(state.asked, tokens) };
}

/** "There's also room for a reason": where the reason begins. */
function roomFor(tokens: readonly Token[], from: number): number | undefined {
  const at = tokens.findIndex(({ word }, index) => index >= from && word === "for");
  return at > from && at - from < 5 && /^(?:room|space|field|box|place|line|spot)$/.test(tokens[at - 1]!.word)
    ? at + 1
    : undefined;
}

/** The verb of "Their name, their address and a phone number are needed". */
function wantedList(tokens: readonly Token[], from: number): VerbGroup | undefined {
  const at = tokens.findIndex(({ part }, index) => index >= from && (part === "verb" || part === "aux"));
  const group = at > from ? verbGroup(tokens, at) : undefined;
  return group?.passive ? group : undefined;
}

/** "Their name and a phone number are needed": what is wanted stands before the verb. */
function passive(group: VerbGroup, from: number, state: State): State | undefined {
  const helps = /^(?:helps?|suffices?)$/.test(group.verb);
  if (!helps && !isVerbOf(group.verb, "wanted") && !group.chain.some((verb) => isVerbOf(verb, "wanted")))
    return undefined;
  state.asks = true;
  state.optional = helps || group.mayBe || wordsOf("optionalWords").has(group.verb);
  state.deed = /^(?:uploaded|attached)$/.test(group.verb) ? "upload" : "give";
  readRegion(from, group.from, undefined, state);
  state.optional = false;
  state.deed = "give";
  const rest = piecesOf(state.tokens, group.end, state.tokens.length);
  const next = rest.find(({ separator }) => separator !== "");
  if (next) readRegion(next.from, state.tokens.length, undefined, state);
  return state;
}

/** Reads the objects between two tokens. `verbAt`: where the verb before them begins. */
function readRegion(from: number, to: number, verbAt: number | undefined, state: State): void {
  const colon = state.tokens.findIndex(({ word }, index) => index >= from && index < to && word === ":");
  const end = colon < 0 ? to : colon;
  const before = state.asked.length;
  let verb = verbAt;
  const pieces = piecesOf(state.tokens, from, end);
  for (const [index, piece] of pieces.entries()) {
    const isAsked = dependsOnIf(pieces, index, state);
    if (isAsked) state.condition = "yes";
    verb = readPiece(
      isAsked && piece.kind === "tail" ? { ...piece, from: piece.from + 1, kind: "noun" } : piece,
      verb,
      state,
    );
  }
  if (colon < 0) return;
  readList(colon + 1, to, before, state);
}

/** "and if they escaped, in how many minutes": the last part depends on the question before it. */
function dependsOnIf(pieces: readonly Piece[], index: number, { tokens }: State): boolean {
  const before = pieces[index - 1];
  const piece = pieces[index]!;
  if (!before || index !== pieces.length - 1 || before.separator !== "and" || piece.separator !== ",")
    return false;
  if (before.kind !== "question" || tokens[before.from]!.word !== "if") return false;
  return (
    piece.kind === "question" ||
    piece.kind === "noun" ||
    (piece.kind === "tail" && tokens[piece.from]!.word === "for")
  );
}
