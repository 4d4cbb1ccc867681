/** Compares the calls of transitions with each other, and with other calls. */

import { describing } from "@toolwright/json-schema/graph";
import { canonical } from "@toolwright/runtime/json";
import { type StateMachine, type ToolTransition, toolTransitions } from "../../../model/behaviour.ts";
import { type BehaviourContext, contains, type Input } from "../context.ts";

/**
 * Whether the same call makes another transition in a state than this one: a call that sets a card to active activates a new card, and
 * unfreezes a frozen one. The other transition has a case of its own.
 */
export function isCallOfOther({ by, from }: ToolTransition, state: string, machine: StateMachine): boolean {
  if (from.includes(state)) return false;
  return toolTransitions(machine).some(
    (other) =>
      other.from.includes(state) &&
      other.by.tool === by.tool &&
      canonical(other.by.input ?? {}) === canonical(by.input ?? {}),
  );
}

/**
 * Lists the arguments of a transition whose value makes no difference: any reply to a thread opens it again. They are texts of any
 * form, and no other transition that the tool makes has them.
 */
export function listFreeArguments({ by }: ToolTransition, context: BehaviourContext): string[] {
  const tool = context.tool(by.tool);
  if (tool === undefined) return [];
  const calls = context.model.states
    .flatMap(toolTransitions)
    .filter((each) => each.by.tool === by.tool)
    .map((each) => each.by.input);
  return Object.entries(by.input)
    .filter(([name, value]) => {
      const isOwn = calls.every((input) => canonical(input[name] ?? value) === canonical(value));
      const nodes = context.findSchemas(tool, "input", `/${name}`).flatMap(describing);
      const isOfAnyForm = nodes.every(
        ({ enums, pattern, format }) => enums.length === 0 && pattern === undefined && format === undefined,
      );
      return typeof value === "string" && isOwn && isOfAnyForm;
    })
    .map(([name]) => `/${name}`);
}

/** Whether arguments are those of a transition. */
export function isCallOf(content: Input, transition: ToolTransition, context: BehaviourContext): boolean {
  const free = listFreeArguments(transition, context).map((pointer) => pointer.slice(1));
  const { input } = transition.by;
  const fixed = Object.fromEntries(Object.entries(input).filter(([name]) => !free.includes(name)));
  return contains(content, fixed) && free.every((name) => content[name] !== undefined);
}
