/** Judges the life of a task, from its call to its result. */
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { findCredential } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import type { TaskCase } from "../../cases/task-cases.ts";
import { defaultRefusalCode, readTextAsOutput, toOutcome, withTextAsOutput } from "../../judge/outcome.ts";
import { failed, held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import { describeGuessable } from "./guessable.ts";
import {
  askForTask,
  callAsTaskClient,
  callWithoutTask,
  declineRequests,
  endStatuses,
  fillTaskInput,
  listStartedIds,
  type PolledTask,
  pollTask,
  readTask,
  type StartedTask,
  sendAsTaskClient,
  startTask,
} from "./task-requests.ts";

export async function judgeLife(each: TaskCase, engine: Engine): Promise<Verdict> {
  const started = each.when === "always" ? await startAlways(each, engine) : await startTask(each, engine);
  if ("status" in started) return started;
  const problem = describeWrongTask(started.created);
  if (problem)
    return failed("a call that becomes a task is answered with the task", problem, started.exchange);
  const guessable = describeGuessable(started.id, listStartedIds(engine));
  if (guessable) return failed("the id of a task cannot be guessed", guessable, started.exchange);
  listStartedIds(engine).add(started.id);
  const first = await askForTask(engine, started.id);
  if (first.exchange.answer.kind !== "result")
    return failed(
      "tasks/get knows the task as soon as its call is answered",
      describeAnswer(first.exchange.answer),
      first.exchange,
    );
  const life = new Life(started);
  const polled = await pollTask(engine, started, async (current, at) => {
    life.note(current, at);
    if (life.problem !== undefined || endStatuses.includes(current.status)) return true;
    if (current.status === "input_required") await life.answer(current, engine);
    return false;
  });
  if (life.problem) return failed(life.problem.expected, life.problem.got, polled.exchange);
  noteResult(each, engine, started, polled);
  const ended = await judgeEnd(each, engine, started, polled);
  return ended === held ? judgeLater(engine, started, polled.task) : ended;
}

/** How long after its end a task is asked for again. */
const laterMs = 1_500;

/** A task that has ended stays as it is until `ttlMs` has passed. */
async function judgeLater(engine: Engine, { id }: StartedTask, task: JsonObject): Promise<Verdict> {
  const { ttlMs, createdAt } = task;
  const endsAt = ttlMs === null ? Number.POSITIVE_INFINITY : Date.parse(String(createdAt)) + Number(ttlMs);
  if (endsAt < Date.now() + 2 * laterMs) return held;
  await delay(laterMs);
  const { exchange } = await askForTask(engine, id);
  const { answer } = exchange;
  if (answer.kind === "result" && isDeepStrictEqual(answer.result.result, task.result)) return held;
  return failed("the task is the same until ttlMs has passed", describeAnswer(answer), exchange);
}

/** A tool with `task: always` answers every call of such a client with a task. */
async function startAlways(each: TaskCase, engine: Engine): Promise<StartedTask | Verdict> {
  const input = await fillTaskInput(each, engine);
  const { exchange } = await callAsTaskClient(engine, each.tool, input);
  const created = readTask(exchange.answer);
  if (created) return { id: String(created.taskId), input, created, exchange };
  return failed("a task", describeAnswer(exchange.answer), exchange);
}

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  taskId: (value) => typeof value === "string" && value !== "",
  status: (value) => value === "working" || value === "input_required" || endStatuses.includes(value),
  createdAt: isTime,
  lastUpdatedAt: isTime,
  ttlMs: (value) => value === null || Number.isInteger(value),
  pollIntervalMs: (value) => value === undefined || Number.isInteger(value),
};

function isTime(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function describeWrongTask(task: JsonObject): string | undefined {
  const wrong = Object.entries(shapes).find(([key, fits]) => !fits(task[key]));
  if (wrong) return `${wrong[0]} is ${JSON.stringify(task[wrong[0]])}`;
  const extra = ["task", "result", "error", "inputRequests", "requestState"].find((key) => key in task);
  return extra && `it has ${extra}`;
}

const noRequest = "toolwright-conformance-no-such-request";

/** Notes what a task must keep, and the keys that must not come again. */
class Life {
  problem: { readonly expected: string; readonly got: string } | undefined;
  readonly #created: JsonObject;
  readonly #id: string;
  readonly #answeredKeys = new Set<string>();

  constructor({ id, created }: StartedTask) {
    this.#id = id;
    this.#created = created;
  }

  note(task: JsonObject, { answer }: Exchange): void {
    if (answer.kind !== "result") {
      this.problem = { expected: "tasks/get answers until ttlMs has passed", got: describeAnswer(answer) };
      return;
    }
    const wrong =
      task.resultType === "complete" ? describeChange(this.#created, task) : `resultType ${task.resultType}`;
    if (wrong) this.problem = { expected: "a task keeps its id and its times", got: wrong };
    const again = Object.keys(isObject(task.inputRequests) ? task.inputRequests : {}).find((key) =>
      this.#answeredKeys.has(key),
    );
    if (again !== undefined)
      this.problem = {
        expected: "a key of inputRequests is never used again",
        got: `${again} is used again`,
      };
  }

  /** Answers the open requests, and before that one that there is not. */
  async answer(task: JsonObject, engine: Engine): Promise<void> {
    const taskId = this.#id;
    if (this.#answeredKeys.size === 0) await this.#answerNone(task, engine);
    for (const key of await declineRequests(engine, taskId, task)) this.#answeredKeys.add(key);
  }

  async #answerNone(task: JsonObject, engine: Engine): Promise<void> {
    const taskId = this.#id;
    const inputResponses = { [noRequest]: { action: "decline" } };
    await sendAsTaskClient(engine, { method: "tasks/update", params: { taskId, inputResponses } });
    const { answer } = (await askForTask(engine, taskId)).exchange;
    const open = answer.kind === "result" ? Object(answer.result.inputRequests) : {};
    if (Object.keys(Object(task.inputRequests)).every((key) => Object.hasOwn(open, key))) return;
    this.problem = {
      expected: "tasks/update ignores answers under keys that no request has",
      got: describeAnswer(answer),
    };
  }
}

function describeChange(created: JsonObject, task: JsonObject): string | undefined {
  const changed = ["taskId", "createdAt"].find((key) => created[key] !== task[key]);
  if (changed)
    return `${changed} is ${JSON.stringify(task[changed])}, and was ${JSON.stringify(created[changed])}`;
  const isBack = Date.parse(String(task.lastUpdatedAt)) < Date.parse(String(created.lastUpdatedAt));
  return isBack ? "lastUpdatedAt went back" : undefined;
}

/** Notes the result for the run as that of a call, so that it is checked like others and what it made is ended. */
function noteResult(
  { tool }: TaskCase,
  { context: { caller, cases } }: Engine,
  { input }: StartedTask,
  { task: { status, result }, exchange }: PolledTask,
): void {
  if (status !== "completed" || !isObject(result) || exchange.answer.kind !== "result") return;
  const answer = { ...exchange.answer, result };
  const outcome = withTextAsOutput(toOutcome(answer, defaultRefusalCode), cases.tools[tool]?.outputAs);
  caller.note({
    tool,
    input,
    credential: findCredential({}, cases),
    exchange: { ...exchange, answer },
    ms: 0,
    outcome,
  });
}

/** A completed task has the result that the call would have had; a failed one an error of JSON-RPC. */
async function judgeEnd(
  each: TaskCase,
  engine: Engine,
  { input }: StartedTask,
  { task, exchange }: PolledTask,
): Promise<Verdict> {
  const { result, error, status } = task;
  if (status === "failed") {
    if (!isObject(error) || !Number.isInteger(error.code) || result !== undefined)
      return failed("a failed task has an error with a code, and no result", JSON.stringify(task), exchange);
    return each.when === "may" ? judgeFailure(each, engine, input, exchange) : held;
  }
  if (status !== "completed") return failed("the task ends by itself", `it is ${status}`, exchange);
  if (!isObject(result) || !Array.isArray(result.content))
    return failed("a completed task has the result of the call", JSON.stringify(result), exchange);
  const problem = findResultProblem(each.tool, result, engine);
  return problem === undefined
    ? held
    : failed("the result of the task is that of the call", problem, exchange);
}

function findResultProblem(
  tool: string,
  result: JsonObject,
  { context: { cases, schemas } }: Engine,
): string | undefined {
  const { output, outputAs } = cases.tools[tool]!;
  if (output === undefined || result.isError === true) return undefined;
  const { structuredContent } = outputAs === undefined ? result : readTextAsOutput(result, outputAs);
  if (structuredContent !== undefined) return schemas.findOutputProblems(tool, structuredContent)[0];
  if (outputAs === undefined) return "it has no structuredContent";
  return outputAs === "text" ? "its text is not JSON" : "its text has none of the lines of output_as";
}

/** A call that is answered with a result, also with `isError`, is a completed task. */
async function judgeFailure(
  each: TaskCase,
  engine: Engine,
  input: Json,
  exchange: Exchange,
): Promise<Verdict> {
  const plain = await callWithoutTask(engine, each.tool, input);
  if (plain.exchange.answer.kind !== "result") return held;
  const got = `the task failed, and the call without a task gave ${describeAnswer(plain.exchange.answer)}`;
  return failed("a task is completed if its call has a result, also with isError", got, exchange);
}
