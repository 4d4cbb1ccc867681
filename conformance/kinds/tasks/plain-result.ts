/** Compares the end of a task with the answers to equal calls without one. */
import { differences } from "@toolwright/runtime/json";
import type { Engine } from "../../behaviour/engine.ts";
import { startsWork } from "../../behaviour/rules/transitions.ts";
import { isObject, type Json, type JsonObject, parseObject } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import type { TaskCase } from "../../cases/task-cases.ts";
import { describeDifference } from "../../judge/difference.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { failed, held, type Verdict } from "../../results/verdict.ts";
import { type Answer, describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import {
  callWithoutTask,
  declineRequests,
  endStatuses,
  fillTaskInput,
  pollTask,
  startTask,
} from "./task-requests.ts";

/** A difference counts if each comparison shows it: a value at random may be the same in two calls, and another one in a task. */
const comparisons = 3;

/** MCP 2026-07-28, extension tasks: `result` is the result that the call would have had, `error` its error. */
export async function plainResultVerdict(each: TaskCase, engine: Engine): Promise<Verdict> {
  let found = await compareOnce(each, engine);
  for (let count = 1; found.wrong.size > 0; count += 1) {
    const [[, first] = ["", ""]] = found.wrong;
    if (count === comparisons)
      return failed("a task ends with the answer of a call without a task", first, found.exchange);
    await engine.observer.waitForClockTick();
    const again = await compareOnce(each, engine);
    const wrong = new Map([...again.wrong].filter(([place]) => found.wrong.has(place)));
    found = { ...again, wrong };
  }
  return held;
}

interface Comparison {
  /** Place -> the difference there, in words. */
  readonly wrong: ReadonlyMap<string, string>;
  readonly exchange: Exchange;
}

/**
 * Makes a task between two calls without one. A place where these two differ is left out. A call may hand out a handle for work that the
 * task waits for: then just the members of the results are compared. The spec says so by its states; without states, a call that is
 * answered long before its task ends counts as one.
 */
async function compareOnce(each: TaskCase, engine: Engine): Promise<Comparison> {
  const before = await callPlainly(each, engine);
  const startedAt = performance.now();
  const started = await startTask(each, engine);
  const { task, exchange } = await pollTask(engine, started, async (current) => {
    if (current.status === "input_required") await declineRequests(engine, started.id, current);
    return endStatuses.includes(current.status) || current.status === undefined;
  });
  const taskMs = readDuration(task) || performance.now() - startedAt;
  const after = await callPlainly(each, engine);
  const end = readEnd(task, exchange);
  const isHandle = startsWork(engine.rules, each.tool) || Math.max(before.ms, after.ms) < taskMs / 2;
  if (isHandle && isRefused(end))
    throw new PreconditionError("setup", `the work of a task of ${each.tool} failed`, exchange);
  if (!isRefused(end) && isRefused(after.end))
    throw new PreconditionError("setup", `${each.tool} refused a call without a task`, exchange);
  const shown = isHandle ? readForm : (whole: End) => whole;
  const ordinary = listDifferences(shown(before.end), shown(after.end));
  const wrong = [...listDifferences(shown(after.end), shown(end))].filter(
    ([place]) => !isWithin(place, ordinary) && !engine.observer.isVolatile(each.tool, placeInResult(place)),
  );
  return { wrong: new Map(wrong), exchange };
}

/** The end of a call, without the members that differ between a task and its call by the protocol. */
interface End {
  readonly error?: Json;
  readonly content?: Json;
  readonly structuredContent?: Json;
  readonly isError?: boolean;
}

async function callPlainly(
  each: TaskCase,
  engine: Engine,
): Promise<{ readonly end: End; readonly ms: number }> {
  const input = await fillTaskInput(each, engine);
  const { exchange, ms } = await callWithoutTask(engine, each.tool, input);
  const { answer } = exchange;
  if (answer.kind === "result") return { end: readResult(answer.result), ms };
  if (answer.kind === "error") return { end: { error: answer.code }, ms };
  throw new PreconditionError("setup", `${each.tool} gave ${describeAnswer(answer)}`, exchange);
}

function readEnd({ status, result, error }: JsonObject, exchange: Exchange): End {
  if (status === "completed" && isObject(result)) return readResult(result);
  if (status === "failed" && isObject(error)) return { error: error.code ?? null };
  const { answer }: { readonly answer: Answer } = exchange;
  throw new PreconditionError("setup", `the task ended with ${describeAnswer(answer)}`, exchange);
}

/** Reads texts that are JSON as their values, so that these are compared place by place. */
function readResult({ content = null, structuredContent, isError = false }: JsonObject): End {
  const blocks = Array.isArray(content) ? (content as readonly Json[]).map(readBlock) : content;
  return {
    content: blocks,
    ...(structuredContent !== undefined && { structuredContent }),
    isError: isError === true,
  };
}

function readBlock(block: Json): Json {
  const value = isObject(block) && typeof block.text === "string" ? parseObject(block.text) : undefined;
  return isObject(block) && value !== undefined ? { ...block, text: value } : block;
}

/** Returns the members that an answer has, without their values. */
function readForm({ content, structuredContent }: End): End {
  return {
    content: Array.isArray(content) && content.length > 0,
    ...(structuredContent !== undefined && { structuredContent: true }),
  };
}

function isRefused({ error, isError }: End): boolean {
  return error !== undefined || isError === true;
}

/** The time that a task took by its own times, in milliseconds; 0 if they are the same. */
function readDuration({ createdAt, lastUpdatedAt }: JsonObject): number {
  return Date.parse(String(lastUpdatedAt)) - Date.parse(String(createdAt));
}

/** Removes the names of the members around the result of a tool. */
function placeInResult(place: string): string {
  return place.replace(/^\/(structuredContent|content\/\*\/text)/, "");
}

/** Place -> the difference there, in words. */
function listDifferences(plain: End, other: End): Map<string, string> {
  return new Map(
    differences(plain, other, Number.POSITIVE_INFINITY).map((difference) => [
      toPattern(difference.at),
      describeDifference(difference),
    ]),
  );
}

/** Whether two calls differ at a place or at one that contains it. */
function isWithin(place: string, ordinary: ReadonlyMap<string, string>): boolean {
  return [...ordinary.keys()].some((each) => place === each || place.startsWith(`${each}/`));
}
