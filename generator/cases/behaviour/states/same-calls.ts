/** Compares the calls of transitions with each other, and with other calls. */
import { listLeaves } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { canonical } from "@toolwright/runtime/json";
import type { Tool } from "../../../model/operation.ts";
import { type StateMachine, type ToolTransition, toolTransitions } from "../../../model/states.ts";
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
 * Lists the arguments of a transition whose value makes no difference: any reply to a thread opens it again, and any lower amount
 * settles a fine. No other transition that the tool makes has another value there. They are texts of any form, or an example shows
 * that another value leads to the same state.
 */
export function listFreeArguments(transition: ToolTransition, context: BehaviourContext): string[] {
  const { by } = transition;
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
      const isAnyText = typeof value === "string" && isOfAnyForm;
      return isOwn && (isAnyText || hasOtherExample(name, tool, transition, context));
    })
    .map(([name]) => `/${name}`);
}

/** Whether an example leads to the state of a transition with another value of an argument, and all its other ones. */
function hasOtherExample(
  name: string,
  { examples }: Tool,
  transition: ToolTransition,
  { model }: BehaviourContext,
): boolean {
  const { [name]: value, ...others } = transition.by.input;
  const machine = model.states.find((each) => toolTransitions(each).includes(transition));
  if (machine === undefined) return false;
  const shown = machine.field.path.slice(machine.field.path.lastIndexOf("/"));
  return examples.some(({ input, output }) => {
    const isOther = input[name] !== undefined && canonical(input[name]) !== canonical(value);
    if (!isOther || typeof output !== "object" || !contains(input as Input, others)) return false;
    const leaves = listLeaves(output as Input);
    return leaves.some((leaf) => leaf.pointer.endsWith(shown) && leaf.value === transition.to);
  });
}

/** Whether arguments are those of a transition. */
export function isCallOf(content: Input, transition: ToolTransition, context: BehaviourContext): boolean {
  const free = listFreeArguments(transition, context).map((pointer) => pointer.slice(1));
  const { input } = transition.by;
  const fixed = Object.fromEntries(Object.entries(input).filter(([name]) => !free.includes(name)));
  return contains(content, fixed) && free.every((name) => content[name] !== undefined);
}
