/** Derives the cases of tools whose calls may become tasks (MCP 2026-07-28, SEP-2663). */
import type { BehaviourCase, TaskCase } from "@toolwright/conformance/cases";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";

type Check = TaskCase["check"];

export function taskCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { task } = tool.behaviour;
  if (!task) return [];
  const base = context.baseOf(tool);
  const at = context.at(inTool(tool, "task"));
  const { when, afterSeconds } = task;
  return Object.entries(sentences(tool, context.model)).map(([check, must]) =>
    addCheck(
      promise("tasks", `${tool.name}/${check}`, tool.name, must, at),
      base === undefined ? noArguments : { base, when, afterSeconds, check: check as Check },
    ),
  );
}

/** The checks that apply to a tool, and what each requires. Those about no task of the tool are made once. */
function sentences(tool: Tool, model: Model): Partial<Record<Check, string>> {
  const { name, scopes, behaviour } = tool;
  const isFirst = model.tools.find(({ behaviour: { task } }) => task) === tool;
  const isAlways = behaviour.task?.when === "always";
  const madeHere = model.entities.some(({ madeBy }) => madeBy?.tool === name);
  const isPublic = model.auth.scheme === "none";
  return {
    life: `A task of ${name} keeps its id and its times, and ends with what the call would have been answered.`,
    undeclared: isAlways
      ? `${name} refuses a client that takes no tasks.`
      : `${name} answers a client that takes no tasks without one.`,
    ...(isFirst && {
      declaration: "The server declares the extension for tasks as clients read it.",
      "older-version": "Versions of MCP before the extension have none of its tasks.",
      "unknown-id": "A task that there is not is refused.",
      "methods-undeclared":
        "Requests about tasks are refused if their client does not declare the extension.",
    }),
    headers: `Requests about a task of ${name} whose header names another one are refused.`,
    ...(!isPublic && { "other-account": `A task of ${name} is unknown to other accounts.` }),
    ...(scopes.length > 0 && { "fewer-scopes": `A task of ${name} is unknown to tokens without its scope.` }),
    // A client that takes no tasks has no answer to compare with.
    ...(!isAlways && { "plain-result": `A task of ${name} ends with the answer of a call without a task.` }),
    // A cancelled call may have made something of which the run does not learn.
    ...(!madeHere && { cancelled: `A task of ${name} that was cancelled or has ended stays so.` }),
  };
}
