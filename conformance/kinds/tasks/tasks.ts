/** Judges the cases of kind tasks: calls that go on after their answer (MCP 2026-07-28, SEP-2663). */

import { type Identity, otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { JsonObject } from "../../cases/edits.ts";
import type { TaskCase } from "../../cases/task-cases.ts";
import { failed, held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { type Answer, describeHttpAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { plainResultVerdict } from "./plain-result.ts";
import { judgeLife } from "./task-life.ts";
import {
  AnsweredAtOnce,
  askForTask,
  callAsTaskClient,
  endStatuses,
  extension,
  fillTaskInput,
  pollTask,
  readTask,
  sendAsTaskClient,
  startTask,
} from "./task-requests.ts";
import { declarationVerdict, olderVersionVerdict } from "./versions.ts";

const costs: Readonly<Record<TaskCase["check"], number>> = {
  life: 40,
  undeclared: 6,
  "unknown-id": 3,
  "methods-undeclared": 3,
  headers: 10,
  "other-account": 12,
  "fewer-scopes": 10,
  cancelled: 16,
  "plain-result": 24,
  declaration: 1,
  "older-version": 6,
};

export const tasks: KindOfBehaviour<TaskCase> = {
  cost: ({ check }) => costs[check],
  writes: ({ tool, check }, { tools }) => !isBare(check) && tools[tool]?.readOnly !== true,
  account: ({ check }) => (check === "other-account" ? otherAccount : undefined),
  async verdict(each, engine) {
    try {
      return await judge(each, engine);
    } catch (error) {
      if (error instanceof AnsweredAtOnce) return inapplicable(error.message);
      throw error;
    }
  },
};

function judge(each: TaskCase, engine: Engine): Promise<Verdict> {
  switch (each.check) {
    case "life":
      return judgeLife(each, engine);
    case "undeclared":
      return undeclaredVerdict(each, engine);
    case "unknown-id":
      return unknownVerdict(engine);
    case "methods-undeclared":
      return methodsUndeclaredVerdict(engine);
    case "headers":
      return headersVerdict(each, engine);
    case "other-account":
      return strangerVerdict(each, engine, { account: otherAccount });
    case "fewer-scopes":
      return strangerVerdict(each, engine, { scopes: [] });
    case "cancelled":
      return cancelledVerdict(each, engine);
    case "declaration":
      return declarationVerdict(engine);
    case "older-version":
      return olderVersionVerdict(each, engine);
    case "plain-result":
      return plainResultVerdict(each, engine);
  }
}

/** Whether a check calls no tool. */
function isBare(check: TaskCase["check"]): boolean {
  return check === "unknown-id" || check === "methods-undeclared" || check === "declaration";
}

const methods = ["tasks/get", "tasks/update", "tasks/cancel"] as const;
const invalidParams = -32602;
const missingCapability = -32021;
const headerMismatch = -32020;

function paramsOf(method: string, taskId: string): JsonObject {
  return method === "tasks/update" ? { taskId, inputResponses: {} } : { taskId };
}

function hasCode(answer: Answer, code: number): boolean {
  return answer.kind === "error" && answer.code === code;
}

async function undeclaredVerdict(each: TaskCase, engine: Engine): Promise<Verdict> {
  const input = await fillTaskInput(each, engine);
  const { exchange } = await callAsTaskClient(engine, each.tool, input, { declares: false });
  const { answer } = exchange;
  if (each.when === "always")
    return hasCode(answer, missingCapability)
      ? held
      : failed(
          `error ${missingCapability} for a client that takes no tasks`,
          describeHttpAnswer(answer),
          exchange,
        );
  return readTask(answer) === undefined
    ? held
    : failed(
        "no task for a client that does not declare the extension",
        describeHttpAnswer(answer),
        exchange,
      );
}

const noTask = "toolwright-conformance-no-such-task";

/** MCP requires the error of `tasks/get`, and recommends it for the others. */
async function unknownVerdict(engine: Engine): Promise<Verdict> {
  for (const method of methods) {
    const { exchange } = await sendAsTaskClient(engine, { method, params: paramsOf(method, noTask) });
    if (hasCode(exchange.answer, invalidParams)) continue;
    const got = describeHttpAnswer(exchange.answer);
    const verdict = failed(`${method} answers an unknown taskId with error ${invalidParams}`, got, exchange);
    return method === "tasks/get" ? verdict : { ...verdict, advice: true };
  }
  return held;
}

async function methodsUndeclaredVerdict(engine: Engine): Promise<Verdict> {
  for (const method of methods) {
    const params = paramsOf(method, noTask);
    const { exchange } = await sendAsTaskClient(engine, { method, params, declares: false });
    if (!hasCode(exchange.answer, missingCapability)) {
      const expected = `${method} answers a client that does not declare ${extension} with error ${missingCapability}`;
      return failed(expected, describeHttpAnswer(exchange.answer), exchange);
    }
  }
  return held;
}

/** Servers that read bodies refuse requests whose header says another task, or none. */
async function headersVerdict(each: TaskCase, engine: Engine): Promise<Verdict> {
  const { id } = await startTask(each, engine);
  for (const method of methods)
    for (const header of ["another-task", null]) {
      const params = paramsOf(method, id);
      const { exchange } = await sendAsTaskClient(engine, { method, params, header });
      if (hasCode(exchange.answer, headerMismatch)) continue;
      const words = header === null ? "without Mcp-Name" : "with another Mcp-Name";
      return failed(
        `${method} ${words} gets error ${headerMismatch}`,
        describeHttpAnswer(exchange.answer),
        exchange,
      );
    }
  return held;
}

/** A caller who may not read a task gets the answer to an unknown one, or none at all, and changes nothing. */
async function strangerVerdict(each: TaskCase, engine: Engine, by: Identity): Promise<Verdict> {
  // Without a token of the other one the task would prove nothing.
  await engine.context.caller.requireToken(by.account, by.scopes);
  const { id } = await startTask(each, engine);
  const before = await askForTask(engine, id);
  for (const method of methods) {
    const { exchange } = await sendAsTaskClient(engine, { method, params: paramsOf(method, id), by });
    if (exchange.answer.kind !== "result") continue;
    const who = by.account === undefined ? "a token without the scope of the tool" : "another account";
    return failed(`${method} refuses ${who}`, describeHttpAnswer(exchange.answer), exchange);
  }
  const after = await askForTask(engine, id);
  const was = statusOf(before.exchange);
  if (!endStatuses.includes(was) && statusOf(after.exchange) === "cancelled")
    return failed("the refused tasks/cancel changes nothing", "the task is cancelled", after.exchange);
  return held;
}

function statusOf({ answer }: Exchange): unknown {
  return answer.kind === "result" ? answer.result.status : undefined;
}

/** How long a task is watched after its end. */
const watchedMs = 1_000;

/** Cancelling is acknowledged, also again; a server may let the task end otherwise, but an end is final. */
async function cancelledVerdict(each: TaskCase, engine: Engine): Promise<Verdict> {
  const started = await startTask(each, engine);
  const cancel = () => sendAsTaskClient(engine, { method: "tasks/cancel", params: { taskId: started.id } });
  const first = await cancel();
  const ended = await pollTask(
    engine,
    started,
    ({ status }, exchange) => endStatuses.includes(status) || exchange.answer.kind !== "result",
  );
  for (const { exchange } of [first, await cancel()]) {
    const { answer } = exchange;
    const isAcknowledged = answer.kind === "result" && answer.result.resultType === "complete";
    if (!isAcknowledged || "status" in answer.result)
      return failed(
        "tasks/cancel is acknowledged with an empty result",
        describeHttpAnswer(answer),
        exchange,
      );
  }
  const endedAt = performance.now();
  const later = await pollTask(
    engine,
    started,
    ({ status }) => status !== ended.task.status || performance.now() - endedAt > watchedMs,
  );
  if (later.task.status === ended.task.status) return held;
  return failed(`a task that is ${ended.task.status} stays so`, `it is ${later.task.status}`, later.exchange);
}
