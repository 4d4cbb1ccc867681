/** Derives the rules and cases about account states: some tools refuse the account, all others go on. */
import type { AccountStateRule, BehaviourCase } from "@toolwright/conformance/cases";
import type { AccountState } from "../../model/account-state.ts";
import type { Tool } from "../../model/operation.ts";
import { noArguments, promise } from "../promise.ts";
import type { BehaviourContext } from "./context.ts";

export function accountStateRule(
  { name, refused, at }: AccountState,
  { readers, at: place }: BehaviourContext,
): AccountStateRule {
  const tools = readers.filter(({ refusedIn }) => Object.hasOwn(refusedIn, name));
  return { at: place(at), refused, tools: tools.map((tool) => tool.name) };
}

export function accountStateCases(state: AccountState, context: BehaviourContext): BehaviourCase[] {
  return context.readers.map((tool) => accountStateCase(state, tool, context));
}

/** A refused tool is tried with every example: the check may be missing on one path. */
function accountStateCase(state: AccountState, tool: Tool, context: BehaviourContext): BehaviourCase {
  const code = tool.refusedIn[state.name];
  const base = context.baseOf(tool);
  const examples = context.listExamples(tool);
  const who = `an account in the state ${state.name}`;
  const must =
    code === undefined
      ? `${tool.name} goes on for ${who}.`
      : `${tool.name} refuses ${who} with ${code}, and changes nothing.`;
  const promised = promise("accounts", `${state.name}/${tool.name}`, tool.name, must, context.at(state.at));
  if (base === undefined) return { ...promised, untestable: noArguments };
  return {
    ...promised,
    state: state.name,
    check: code === undefined ? "accepted" : "refused",
    bases: code === undefined || examples.length === 0 ? [base] : examples,
  };
}
