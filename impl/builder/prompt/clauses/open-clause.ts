/** Tells whether the verb of a clause asks for its objects, and where these begin. */
import type { State } from "./asked.ts";
import type { Token } from "./tokens.ts";
import { deedOf, isVerbOf, type VerbGroup, verbGroup } from "./verbs.ts";

/** Sets what the verb of a clause does. Returns where its objects begin; undefined: it asks for nothing. */
export function open(group: VerbGroup, subject: readonly Token[], state: State): number | undefined {
  const { tokens } = state;
  const { verb } = group;
  state.doubtful = false;
  if (group.chain.length === 0 && /^(?:am|is|are|was|were|be|'s|'re|'m)$/.test(verb)) {
    state.asks = false;
    return undefined;
  }
  const wants = isVerbOf(verb, "want") || group.chain.some((one) => isVerbOf(one, "want"));
  const isOwner = state.actor === "owner" || (wants && isCollective(subject, tokens[group.from]!));
  if (state.actor === "form" || state.actor === "none") {
    const fits =
      state.actor === "form"
        ? isVerbOf(verb, "contain") || verb === "know"
        : /^(?:ask|add|include|collect|get|request|record|find)$/.test(verb);
    state.asks = fits;
    state.deed = "give";
    return fits || deedOf(verb) === undefined ? askEnd(group, state) : group.end;
  }
  if (isOwner && wants && !isVerbOf(verb, "want") && verb !== "know" && !respondents(tokens, group.end)) {
    state.asks = false;
    return undefined;
  }
  if (isOwner && wants) {
    const other = respondents(tokens, group.end);
    if (other) return deed(other, state);
    state.asks = true;
    state.deed = "give";
    return group.end;
  }
  if (isOwner) {
    state.asks = false;
    return group.end;
  }
  if (wants && verb !== "know" && deedOf(verb) === undefined) {
    state.asks = false;
    return group.end;
  }
  return deed(group, state);
}

function askEnd(group: VerbGroup, state: State): number {
  const other = /^ask/.test(group.verb) ? respondents(state.tokens, group.end) : undefined;
  return other ? deed(other, state) : group.end;
}

export function deed(group: VerbGroup, state: State): number {
  const found = deedOf(group.verb);
  state.asks = true;
  // "They may add a picture": it is optional.
  state.optional = group.mayBe && /^(?:add|attach|upload|include)/.test(group.verb);
  state.deed = found ?? "give";
  state.doubtful = found === undefined || found === "book";
  return byGiving(group.end, state);
}

/** "Residents reserve the room by giving their name": what they give stands behind "by". */
function byGiving(from: number, state: State): number {
  const { tokens } = state;
  for (let at = from; at < tokens.length - 1 && tokens[at]!.part !== "mark"; at++)
    if (tokens[at]!.word === "by" && tokens[at + 1]!.part === "ing" && deedOf(tokens[at + 1]!.word)) {
      state.doubtful = false;
      return at + 2;
    }
  return from;
}

/** "The library wants": one subject with an article and a verb in the singular. */
function isCollective(subject: readonly Token[], verb: Token): boolean {
  const article = subject.findLast(({ part }) => part === "det");
  return (
    /^(?:the|our|my|this)$/.test(article?.word ?? "") &&
    /s$|^(?:would|'d|has|must|should|will)$/.test(verb.word)
  );
}

/** "ask our holders to report": the verb of those who are asked. */
function respondents(tokens: readonly Token[], from: number): VerbGroup | undefined {
  for (let at = from; at < Math.min(from + 8, tokens.length - 1); at++) {
    const { part, word } = tokens[at]!;
    if (/^(?:permission|consent|agreement)$/.test(word)) return undefined;
    if (part === "to" && at > from && /^(?:verb|noun|aux)$/.test(tokens[at + 1]!.part)) {
      const group = verbGroup(tokens, at + 1) ?? {
        from: at + 1,
        end: at + 2,
        verb: tokens[at + 1]!.word,
        chain: [],
        passive: false,
        mayBe: false,
      };
      return group;
    }
    if (!/^(?:det|noun|adj|prep|object|ing|subject)$/.test(part)) return undefined;
  }
  return undefined;
}
