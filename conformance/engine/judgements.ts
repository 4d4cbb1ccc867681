/** The words of which judgements are made. All are pure. */
import { type Called, isRefusedWith, showAnswer } from "../behaviour/calls/called.ts";
import { verdicts } from "../behaviour/calls/verdicts.ts";
import { type Change, describeChange, showPlace } from "../behaviour/observe/observation.ts";
import type { Cause } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Broken, Held, Inapplicable, NeedsControls, Open } from "./law.ts";

/** The attempt shows that the law holds. */
export const held: Held = { is: "held" };

/** The judgement needs what the controls of the attempt show. */
export const needsControls: NeedsControls = { is: "needs-controls" };

/** The server does not have what the case is about. @param why a part of a sentence */
export function inapplicable(why: string): Inapplicable {
  return { is: "inapplicable", why };
}

/** The attempt proves nothing. @param why a part of a sentence */
export function open(cause: Cause, why: string, shownBy?: Called): Open {
  return { is: "open", cause, why, ...(shownBy && { shownBy }) };
}

/** A problem that an answer shows. The report begins with its code: `got` may say more. */
export function wrongAnswer(called: Called, expected: string, got = describe(called)): Broken {
  return {
    is: "broken",
    in: "answer",
    expected,
    got,
    shownBy: called,
    key: `${called.tool} ${showAnswer(called)}`,
  };
}

/** A problem that a changed location shows. */
export function wrongChange(
  change: Change,
  called: Called,
  expected: string,
  got: string = describeChange(change),
): Broken {
  const key = showPlace(change);
  return { is: "broken", in: "change", expected, got, shownBy: called, location: change, key };
}

/** A problem that a location shows which should have changed. */
export function missingChange(
  location: Pick<Change, "tool" | "at">,
  called: Called,
  expected: string,
  got: string,
): Broken {
  return { is: "broken", in: "missing", expected, got, shownBy: called, key: showPlace(location) };
}

/** Says what a refused call has changed all the same. */
export function describeRefused(called: Called, change: Change): string {
  return `${showAnswer(called)}, but then ${describeChange(change)}`;
}

/** A call that should have passed says nothing about the law. */
export function notSetUp(called: Called): Open {
  const { why, message } = verdicts.setupFailed(called);
  return open(why, message, called);
}

/** Whether a call has succeeded. */
export function isSuccess({ outcome }: Called): boolean {
  return outcome.is === "success";
}

/** Whether a call was refused by the tool. */
export function isRefusal({ outcome }: Called): boolean {
  return outcome.is === "refusal";
}

/** Whether a call was refused with one of the codes; without codes, whether it was refused. */
export function isRefusedFor(codes: readonly string[], called: Called): boolean {
  return codes.length === 0 ? isRefusal(called) : codes.some((code) => isRefusedWith(code, called));
}

function describe({ exchange }: Called): string {
  return describeAnswer(exchange.answer);
}
