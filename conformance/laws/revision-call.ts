/** Calls that expect a revision of their thing, and what they show of it: for the laws about revisions. */
import type { Called } from "../behaviour/calls/called.ts";
import { listMadeEntities } from "../behaviour/rules/rule-calls.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { RevisionRule } from "../cases/rules/repetition.ts";
import {
  describeRefused,
  isRefusal,
  isSuccess,
  open,
  wrongAnswer,
  wrongChange,
} from "../engine/judgements.ts";
import type { Act, Attempt, Judgement, LiveEdit, Reading, Shown, Spec } from "../engine/law.ts";

export interface RevisedCall extends Pick<Attempt, "given" | "watch"> {
  /** Returns the call with arguments, and edits of its revision. */
  act(like: Json, ...but: readonly LiveEdit[]): Act;
  /** Sets the present revision. */
  readonly present: LiveEdit;
  /** Sets the revision that the thing had when it was made. */
  readonly first: LiveEdit;
}

/** @param like the arguments that say which things are made */
export function callRevised(tool: string, like: Json, { rules }: Spec): RevisedCall {
  const { entity, argument, shownBy } = rules.revisions[tool]!;
  const named = listMadeEntities(tool, like, rules);
  const shown: Reading = { thing: entity, tool: shownBy.tool, path: shownBy.path };
  const about = Object.fromEntries(named.map((name) => [name, name]));
  return {
    given: [{ named, for: tool }],
    watch: [entity],
    act: (other, ...but) => ({ tool, like: other, about, but }),
    present: { set: argument, shown, at: "now" },
    first: { set: argument, shown, at: "start" },
  };
}

/** Reads the revision before and after the acts; undefined if nothing shows it. */
export function readRevisions(
  { before, after }: Pick<Shown, "before" | "after">,
  { entity, shownBy }: RevisionRule,
): { readonly before: Json | undefined; readonly after: Json | undefined } {
  const read = (observation: Shown["before"]) => {
    const snapshot = observation.find(({ tool, of }) => tool === shownBy.tool && of?.entity === entity);
    return snapshot?.value === undefined ? undefined : valueAt(snapshot.value, shownBy.path);
  };
  return { before: read(before), after: read(after) };
}

/** Judges a call whose revision must be refused; undefined if it was refused and changed nothing. */
export function judgeUnrefused(
  called: Called,
  { changes }: Pick<Shown, "changes">,
  tool: string,
  expected: string,
): Judgement | undefined {
  const [change] = changes;
  if (!isSuccess(called)) {
    if (!isRefusal(called)) return wrongAnswer(called, expected);
    return change && wrongChange(change, called, expected, describeRefused(called, change));
  }
  if (change !== undefined) return wrongChange(change, called, expected, wrongAnswer(called, expected).got);
  return open("unobserved", `${tool} took the revision, and changed nothing that other tools show`);
}
