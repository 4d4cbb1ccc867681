/** The tasks of a server: it makes them, and changes them for their clients. */

import { toBase64Url } from "../calls/base64.ts";
import type { CallTask, NewTask, TaskMaker } from "../calls/call-task.ts";
import { isAnswerTo, readCapabilities } from "../calls/client-requests.ts";
import type { JsonObject } from "../json/object.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Log } from "../service/log.ts";
import { MemoryTaskStore } from "./memory-store.ts";
import { RunningTask } from "./running-task.ts";
import { hasEnded, mayRead, type StoredTask, type TaskChange, type TaskStore } from "./task.ts";

/** The option of servers that keep their tasks longer than their process lives. */
export interface TaskOptions<Who extends Caller = Caller> {
  /** Keeps the tasks. */
  readonly store: TaskStore;
  /** Returns the caller of a task that is run again; undefined if the account or the token is gone, which ends the task. */
  resumeCaller?(task: StoredTask): Awaitable<Who | undefined>;
}

export interface TasksOptions {
  readonly store: TaskStore | undefined;
  readonly log: Log;
  readonly now: () => number;
  /** Whether callers without an account own their tasks by token. */
  readonly ownedBy: "account" | "token";
}

export class Tasks implements TaskMaker {
  readonly #options: TasksOptions;
  readonly #store: TaskStore;
  readonly #running = new Map<string, RunningTask>();
  /** Called with each change that this process makes. */
  readonly listeners = new Set<(task: StoredTask) => void>();
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(options: TasksOptions) {
    this.#options = options;
    this.#store = options.store ?? new MemoryTaskStore(options.now);
  }

  /** How often other processes may change tasks; undefined if just this one does. */
  get watchMs(): number | undefined {
    return this.#store.watchMs;
  }

  async create(call: NewTask): Promise<CallTask | undefined> {
    const task = makeTask(call, call.caller[this.#options.ownedBy], this.#options.now());
    return (await this.#store.create(task)) ? this.#run(task) : undefined;
  }

  /** Starts to run a stored task in this process again. Returns the run that there is already, if there is one. */
  async resume(
    id: string,
  ): Promise<{ readonly run: RunningTask; readonly isNew: boolean; readonly task: StoredTask } | undefined> {
    const task = await this.#store.read(id);
    if (task === undefined || hasEnded(task)) return undefined;
    const running = this.#running.get(id);
    return { run: running ?? this.#run(task), isNew: running === undefined, task };
  }

  #run(task: StoredTask): RunningTask {
    const { log, now } = this.#options;
    const run = new RunningTask({
      task,
      log,
      now,
      change: (id, change) => this.#change(id, change),
      onEnd: () => {
        if (this.#running.get(task.id) === run) this.#running.delete(task.id);
        if (this.#running.size === 0) this.#stopWatching();
      },
    });
    this.#running.set(task.id, run);
    const { watchMs } = this.#store;
    if (watchMs !== undefined) this.#watch ??= setInterval(() => void this.#lookForChanges(), watchMs);
    return run;
  }

  /** Returns a task that a caller may know of; undefined if there is none. */
  async find(id: string, caller: Caller): Promise<StoredTask | undefined> {
    const task = await this.#store.read(id);
    if (task?.owner !== caller[this.#options.ownedBy]) return undefined;
    return mayRead(task, caller) ? task : undefined;
  }

  /**
   * Stores the client's answers to open requests. Answers under other keys are ignored. Returns the problem as a sentence if an answer
   * is not a result of its request, or if the answers are too long; then none is stored.
   */
  async update(id: string, responses: JsonObject): Promise<string | undefined> {
    let problem: string | undefined;
    await this.#change(id, (task) => {
      const answered = Object.entries(task.open).filter(([key]) => Object.hasOwn(responses, key));
      const wrong = answered.find(([key, { request }]) => !isAnswerTo(request.method, responses[key]));
      problem =
        wrong && `inputResponses[${JSON.stringify(wrong[0])}] is not a result of ${wrong[1].request.method}.`;
      if (wrong || answered.length === 0 || task.status !== "input_required") return undefined;
      const open = Object.entries(task.open).filter(([key]) => !Object.hasOwn(responses, key));
      const answers = answered.map(([wireKey, { key, fingerprint }]) => [
        key,
        { request: fingerprint, answer: responses[wireKey] },
      ]);
      const all = { ...task.answers, ...Object.fromEntries(answers) };
      if (JSON.stringify(all).length > maxAnswerCharacters) {
        problem = `The answers to the requests of a task have ${maxAnswerCharacters} characters at most.`;
        return undefined;
      }
      return {
        ...(open.length === 0 && { status: "working" }),
        open: Object.fromEntries(open),
        answers: all,
      };
    });
    return problem;
  }

  async cancel(id: string): Promise<void> {
    await this.#change(id, (task) => (hasEnded(task) ? undefined : { status: "cancelled", open: {} }));
  }

  /** Ends a task that cannot be run again. */
  async fail(id: string, message: string): Promise<void> {
    const error = { code: internalError, message };
    await this.#change(id, (task) =>
      hasEnded(task) ? undefined : { status: "failed", error, statusMessage: message, open: {} },
    );
  }

  /** Stops the handlers of all tasks. Those in a shared store stay as they are, for another process. */
  stopAll(): void {
    this.#stopWatching();
    for (const run of [...this.#running.values()]) run.stopRunning(this.#store.watchMs !== undefined);
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Reads the running tasks, which other processes may have changed. */
  async #lookForChanges(): Promise<void> {
    for (const [id, run] of [...this.#running])
      try {
        await this.#store.hold?.(id);
        run.noteChange(await this.#store.read(id));
      } catch (error) {
        this.#options.log.warn({ event: "task_not_read", task: id, error });
      }
  }

  async #change(
    id: string,
    change: (task: StoredTask) => TaskChange | undefined,
  ): Promise<StoredTask | undefined> {
    for (;;) {
      const task = await this.#store.read(id);
      const changes = task && change(task);
      if (task === undefined || changes === undefined) {
        if (task) this.#running.get(id)?.noteChange(task);
        return task;
      }
      const changed = { ...task, ...changes, revision: task.revision + 1, updatedAt: this.#options.now() };
      if (!(await this.#store.replace(changed))) continue;
      this.#running.get(id)?.noteChange(changed);
      for (const listener of this.listeners) listener(changed);
      return changed;
    }
  }
}

/** The most characters of the answers of one task: its store keeps them while it runs. */
const maxAnswerCharacters = 1_000_000;

const internalError = -32603;

/** 144 random bits. */
const idBytes = 18;

function makeTask(
  { tool, timing, caller, params, input, answers }: NewTask,
  owner: string,
  now: number,
): StoredTask {
  const { token, scopes } = caller;
  const capabilities = readCapabilities(params) ?? {};
  return {
    id: toBase64Url(crypto.getRandomValues(new Uint8Array(idBytes))),
    revision: 1,
    owner,
    token,
    scopes: [...scopes],
    tool: tool.name,
    input,
    capabilities,
    createdAt: now,
    updatedAt: now,
    ttlMs: timing.ttlMs,
    pollIntervalMs: timing.pollIntervalMs,
    status: "working",
    questions: 0,
    open: {},
    answers: Object.fromEntries(answers),
  };
}
