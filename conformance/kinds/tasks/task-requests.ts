/** The requests of a client of MCP 2026-07-28 that takes tasks (SEP-2663). */
import { setTimeout as delay } from "node:timers/promises";
import { findCredential, type Identity } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { keepSpare, takeAny } from "../../behaviour/states/spare-instances.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { SentRequest } from "../../calls/sender.ts";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import type { TaskCase } from "../../cases/task-cases.ts";
import { defaultRefusalCode, type Outcome, toOutcome, withTextAsOutput } from "../../judge/outcome.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Answer, describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";
import { requestMetadata, withMetadataHeaders } from "../../wire/request-metadata.ts";

const version = "2026-07-28";
export const extension = "io.modelcontextprotocol/tasks";
export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** MCP 2026-07-28: `UnsupportedProtocolVersion`. */
const unsupportedVersion = -32022;

export interface TaskRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly by?: Identity;
  /** Whether the client declares the extension; by default it does. */
  readonly declares?: boolean;
  /** The header `Mcp-Name`; `null` leaves it out. By default it repeats the body. */
  readonly header?: string | null;
}

/** Sends one request. Throws a PreconditionError if there is no token, or if the target does not serve this version of MCP. */
export async function sendAsTaskClient(engine: Engine, request: TaskRequest): Promise<SentRequest> {
  const { method, params, by = {}, declares = true, header } = request;
  const { caller, cases } = engine.context;
  const capabilities: JsonObject = {
    elicitation: {},
    ...(declares && { extensions: { [extension]: {} } }),
  };
  const _meta = { ...requestMetadata(version), [capabilitiesKey]: capabilities };
  const name = header === undefined ? (params.taskId ?? params.name) : (header ?? undefined);
  const credential = findCredential(by, cases);
  const sent = await caller.send(
    (headers, nextId) => {
      const id = nextId();
      const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } });
      return { id, body, headers: withMetadataHeaders(headers, version, method, name) };
    },
    credential,
    "alone",
  );
  const { answer } = sent.exchange;
  if (answer.kind === "error" && answer.code === unsupportedVersion)
    throw new PreconditionError("not-offered", `the target does not support MCP ${version}`, sent.exchange);
  return sent;
}

/** A task that a call has become. */
export interface StartedTask {
  readonly id: string;
  readonly input: Json;
  /** The result of the call. */
  readonly created: JsonObject;
  readonly exchange: Exchange;
}

/** The arguments of a case, with ids of existing instances and a new idempotency key. */
export async function fillTaskInput(each: TaskCase, engine: Engine): Promise<Json> {
  const { cases } = engine.context;
  const example = exampleArguments(cases, each);
  // If requests are limited, a reading tool takes a thing that other cases no longer need.
  const isReading = engine.isBrief && cases.tools[each.tool]?.readOnly === true;
  const [entity, ...others] = isReading ? listNamedEntities(engine.rules, each.tool, example) : [];
  if (entity === undefined || others.length > 0 || !engine.rules.entities[entity]?.madeBy)
    return engine.instances.fill(each.tool, example);
  const instance = await takeAny(engine, entity);
  keepSpare(engine, { instance });
  return engine.instances.fill(each.tool, example, { instances: { [entity]: instance } });
}

export interface CallOptions extends Pick<TaskRequest, "by" | "declares"> {
  /** The answers of the client to an earlier round of the call. */
  readonly round?: JsonObject;
}

/** Calls a tool as a client that takes tasks or does not, and notes the call for the run. */
export function callAsTaskClient(
  engine: Engine,
  tool: string,
  input: Json,
  { round, ...options }: CallOptions = {},
): Promise<SentRequest> {
  const { caller, cases } = engine.context;
  const credential = findCredential(options.by ?? {}, cases);
  return caller.callBy(tool, input, credential, async () => {
    const params = { name: tool, arguments: input, ...round };
    const sent = await sendAsTaskClient(engine, { method: "tools/call", params, ...options });
    const { answer } = sent.exchange;
    const isOpen = readTask(answer) !== undefined || readRequests(answer) !== undefined;
    const outcome: Outcome = isOpen ? { is: "nothing" } : toOutcome(answer, defaultRefusalCode);
    return { ...sent, outcome: withTextAsOutput(outcome, cases.tools[tool]?.outputAs) };
  });
}

/** The most rounds of one call that are answered. */
const maxRounds = 10;

/** Calls a tool as a client that takes no tasks, and declines the requests that the call makes. `ms` is the time of all rounds. */
export async function callWithoutTask(engine: Engine, tool: string, input: Json): Promise<SentRequest> {
  let round: JsonObject = {};
  let ms = 0;
  for (let rounds = 1; ; rounds += 1) {
    const sent = await callAsTaskClient(engine, tool, input, { declares: false, round });
    ms += sent.ms;
    const asked = readRequests(sent.exchange.answer);
    if (asked === undefined) return { ...sent, ms };
    if (rounds === maxRounds)
      throw new PreconditionError("setup", `${tool} asks its client again and again`, sent.exchange);
    const { inputRequests, requestState } = asked;
    round = { inputResponses: decline(inputRequests), ...(requestState !== undefined && { requestState }) };
  }
}

/** Reads a result that asks the client (MCP 2026-07-28, `InputRequiredResult`); undefined if it is another one. */
function readRequests(answer: Answer): JsonObject | undefined {
  if (answer.kind !== "result") return undefined;
  return answer.result.resultType === "input_required" ? answer.result : undefined;
}

/** A call was answered so soon that the spec asks for no task. */
export class AnsweredAtOnce extends Error {
  override readonly name = "AnsweredAtOnce";
}

/** A client sees an answer later than the server gives it. */
const slackMs = 10_000;

/** Tool -> that a call of it became no task. */
const answeredAtOnce = oncePerRun<Map<string, AnsweredAtOnce>>();

/** Starts a task. Throws AnsweredAtOnce if the call is answered without one, or a PreconditionError if it is answered late or wrongly. */
export async function startTask(each: TaskCase, engine: Engine): Promise<StartedTask> {
  const known = answeredAtOnce(engine, "tools", () => new Map());
  // If requests are limited, one such call stands for those of the other cases.
  const earlier = known.get(each.tool);
  if (engine.isBrief && earlier !== undefined) throw earlier;
  const input = await fillTaskInput(each, engine);
  const { exchange, ms } = await callAsTaskClient(engine, each.tool, input);
  const created = readTask(exchange.answer);
  if (created) return { id: String(created.taskId), input, created, exchange };
  if (exchange.answer.kind !== "result" || exchange.answer.result.isError === true)
    throw new PreconditionError("setup", `${each.tool} gave ${describeAnswer(exchange.answer)}`, exchange);
  if (ms < each.afterSeconds * 1000 + slackMs) {
    const atOnce = new AnsweredAtOnce(
      `${each.tool} answered in ${(ms / 1000).toFixed(1)} s, so its call became no task`,
    );
    known.set(each.tool, atOnce);
    throw atOnce;
  }
  const why = `a call of ${each.tool} took ${Math.round(ms / 1000)} s and became no task`;
  throw new PreconditionError("unobserved", why, exchange);
}

/** Reads a task in the result of a call; undefined if there is none. */
export function readTask(answer: Answer): JsonObject | undefined {
  if (answer.kind !== "result") return undefined;
  return answer.result.resultType === "task" ? answer.result : undefined;
}

export function askForTask(engine: Engine, taskId: string, by?: Identity): Promise<SentRequest> {
  return sendAsTaskClient(engine, { method: "tasks/get", params: { taskId }, ...(by && { by }) });
}

export const endStatuses: readonly unknown[] = ["completed", "failed", "cancelled"];

/** The longest wait for the end of a task. */
const maxWaitMs = 60_000;

/** A task as the server shows it, and the exchange that shows it. */
export interface PolledTask {
  readonly task: JsonObject;
  readonly exchange: Exchange;
}

/** Asks for a task until `isDone` accepts it. Throws a PreconditionError if that takes too long. */
export async function pollTask(
  engine: Engine,
  { id, created }: StartedTask,
  isDone: (task: JsonObject, exchange: Exchange) => boolean | Promise<boolean>,
): Promise<PolledTask> {
  const pauseMs = Math.min(Number(created.pollIntervalMs ?? 1_000), 5_000);
  for (const end = performance.now() + maxWaitMs; ; await delay(pauseMs)) {
    const { exchange } = await askForTask(engine, id);
    const task = exchange.answer.kind === "result" ? exchange.answer.result : {};
    if (await isDone(task, exchange)) return { task, exchange };
    if (performance.now() > end)
      throw new PreconditionError("slow", `the task has not ended after ${maxWaitMs / 1000} s`, exchange);
  }
}

/** The ids of all tasks of a run. */
const startedIds = oncePerRun<Set<string>>();

export function listStartedIds(engine: Engine): Set<string> {
  return startedIds(engine, "ids", () => new Set());
}

/** Answers every open request of a task with `decline`. Returns the keys. */
export async function declineRequests(engine: Engine, taskId: string, task: JsonObject): Promise<string[]> {
  const inputResponses = decline(task.inputRequests);
  await sendAsTaskClient(engine, { method: "tasks/update", params: { taskId, inputResponses } });
  return Object.keys(inputResponses);
}

function decline(inputRequests: Json | undefined): JsonObject {
  const keys = isObject(inputRequests) ? Object.keys(inputRequests) : [];
  return Object.fromEntries(keys.map((key) => [key, { action: "decline" }]));
}
