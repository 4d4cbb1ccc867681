/** Rules about tools whose calls go on after their answer, as tasks. */

import type { TaskRule } from "../model/behaviour.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { Rule } from "./rule.ts";

const revision = "2026-07-28";

export const taskRules: readonly Rule[] = [
  {
    code: "task-revision",
    sentence: "A server with tasks serves MCP 2026-07-28, which alone has them.",
    violations: (model) =>
      model.server.protocolVersions.includes(revision)
        ? []
        : withTasks(model).map(({ tool }) => ({
            at: placeOf(tool),
            detail: `The server serves ${model.server.protocolVersions.join(", ")}.`,
            hint: `Add ${JSON.stringify(revision)} to server.protocolVersions.`,
          })),
  },
  {
    code: "task-beside-execution",
    sentence:
      "A tool with `task` has no `execution.taskSupport`, which is about the tasks of MCP 2025-11-25.",
    violations: (model) =>
      withTasks(model).flatMap(({ tool }) =>
        tool.execution?.taskSupport === undefined
          ? []
          : { at: placeOf(tool, "execution"), detail: "The tool has both.", hint: "Keep `task`." },
      ),
  },
  {
    code: "task-always",
    severity: "warning",
    acceptable: true,
    sentence: "Every host can call every tool.",
    violations: (model) =>
      withTasks(model).flatMap(({ tool, task }) =>
        task.when === "always"
          ? {
              at: placeOf(tool),
              detail: "Most hosts take no tasks, so they cannot call this tool.",
              hint: "Write `may`, or accept this with the reason.",
            }
          : [],
      ),
  },
  {
    code: "task-without-idempotency",
    severity: "warning",
    acceptable: true,
    sentence: "A task that writes can run again after the server stopped.",
    violations: (model) =>
      withTasks(model).flatMap(({ tool }) =>
        tool.annotations?.readOnlyHint === true || tool.behaviour.idempotency
          ? []
          : {
              at: placeOf(tool),
              detail: `${tool.name} has no idempotency, so its tasks fail when the server stops.`,
              hint: "Declare `idempotency`, or accept this with the reason.",
            },
      ),
  },
];

function withTasks({ tools }: Model): { readonly tool: Tool; readonly task: TaskRule }[] {
  return tools.flatMap((tool) => (tool.behaviour.task ? { tool, task: tool.behaviour.task } : []));
}

function placeOf({ file }: Tool, key = "task") {
  return { file, path: [key] };
}
