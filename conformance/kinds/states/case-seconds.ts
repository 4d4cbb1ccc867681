/** Says how long the cases of kind states wait for the server. */
import { findRoute } from "../../behaviour/rules/transitions.ts";
import { secondsOfWay } from "../../behaviour/states/other-states.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EndedCase, StateCase } from "../../cases/behaviour-cases.ts";
import type { LedOutCase } from "../../cases/change-rules.ts";
import type { OverlapCase } from "../../cases/overlaps.ts";
import { requireDeclared } from "../../results/precondition-error.ts";

/** Returns the seconds that a case waits for transitions of the server. */
export function secondsFor(each: StateCase | EndedCase | LedOutCase | OverlapCase, rules: Behaviour): number {
  if (each.check === "ended" || each.check === "led-out" || isOverlap(each)) return 0;
  const machine = requireDeclared(rules.states[each.machine]);
  const isLed = each.check === "in-time" || each.check === "changes";
  const isCalled = "transition" in each && machine.transitions[each.transition] !== undefined;
  const own = isLed || isCalled ? [{ name: each.transition }] : [];
  const way = "state" in each ? (findRoute(machine, machine.initial, each.state) ?? []) : [];
  return secondsOfWay(rules, each.machine, [...way, ...own]);
}

export function isOverlap(each: StateCase | EndedCase | LedOutCase | OverlapCase): each is OverlapCase {
  return each.check.startsWith("overlap");
}
