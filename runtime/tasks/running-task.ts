/** A task whose handler runs in this process. */
import { Cancelled, DeadlinePassed } from "../calls/call-errors.ts";
import type { Abandonable, CallTask } from "../calls/call-task.ts";
import { type AnsweredRequest, fingerprint } from "../calls/request-state.ts";
import { isObject, type JsonObject } from "../json/object.ts";
import { type Answer, wholeText } from "../messages/answer.ts";
import type { InputRequest } from "../service/client-input.ts";
import type { Log } from "../service/log.ts";
import { describeTask, hasEnded, type OpenQuestion, type StoredTask, type TaskChange } from "./task.ts";

/** Changes a stored task. `change` returns undefined to leave it as it is; it may be called several times. */
export type ChangeTask = (
  id: string,
  change: (task: StoredTask) => TaskChange | undefined,
) => Promise<StoredTask | undefined>;

export interface RunningTaskOptions {
  readonly task: StoredTask;
  readonly change: ChangeTask;
  readonly log: Log;
  readonly now: () => number;
  /** Called when this process no longer runs the task. */
  onEnd(): void;
}

/** The most requests of one task that wait for an answer: a user cannot answer more at once. */
const maxOpen = 20;

/** Timers of JavaScript end at once if they are longer than this: 24.8 days. */
const maxTimerMs = 2 ** 31 - 1;

/** The shortest time between two stored status messages. */
const messageGapMs = 250;

interface Question {
  readonly key: string;
  readonly request: InputRequest;
  readonly fingerprint: string;
}

export class RunningTask implements CallTask {
  readonly id: string;
  readonly described: JsonObject;
  /** Resolves when this process no longer runs the task. */
  readonly ended: Promise<void>;
  readonly #options: RunningTaskOptions;
  readonly #end = Promise.withResolvers<void>();
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #task: StoredTask;
  #wait: Abandonable | undefined;
  /** Called at each change of the task. */
  #onChange = new Set<() => void>();
  /** Questions of the handler that are not open yet. */
  #asked: Promise<Question[]>[] = [];
  #opening: Promise<void> | undefined;
  #message: string | undefined;
  #isStoringMessage = false;
  #isFollowed = false;
  #isGivenBack = false;

  constructor(options: RunningTaskOptions) {
    const { task } = options;
    this.#options = options;
    this.#task = task;
    this.id = task.id;
    this.described = describeTask(task);
    this.ended = this.#end.promise;
    this.#awaitExpiry();
  }

  #awaitExpiry(): void {
    const { createdAt, ttlMs } = this.#task;
    const leftMs = Math.max(0, createdAt + ttlMs - this.#options.now());
    this.#expiry = setTimeout(
      () => (leftMs > maxTimerMs ? this.#awaitExpiry() : this.noteChange(undefined)),
      Math.min(leftMs, maxTimerMs),
    );
  }

  readonly onProgress = (done: number, total?: number, message?: string): void => {
    this.#message = message ?? (total === undefined ? String(done) : `${done} of ${total}`);
    if (!this.#isStoringMessage) void this.#storeMessages().catch((error) => this.#report(error));
  };

  /** Stores the last message, and then the last of those that came in the meantime. */
  async #storeMessages(): Promise<void> {
    this.#isStoringMessage = true;
    try {
      while (this.#message !== undefined) {
        const statusMessage = this.#message;
        this.#message = undefined;
        await this.#options.change(this.id, (task) => (hasEnded(task) ? undefined : { statusMessage }));
        await new Promise((resolve) => setTimeout(resolve, messageGapMs).unref?.());
      }
    } finally {
      this.#isStoringMessage = false;
    }
  }

  async requestInput(requests: Readonly<Record<string, InputRequest>>): Promise<Record<string, unknown>> {
    const asked = Promise.all(
      Object.entries(requests).map(async ([key, request]) => ({
        key,
        request,
        fingerprint: await fingerprint(request),
      })),
    );
    this.#asked.push(asked);
    this.#opening ??= Promise.resolve().then(() => this.#openAsked());
    await this.#opening;
    const questions = await asked;
    const answers = await Promise.all(questions.map((question) => this.#answerTo(question)));
    return Object.fromEntries(answers.map((answer, index) => [questions[index]!.key, answer]));
  }

  /** Opens what was asked at the same time together, in its order: clients show the questions in the order in which they get them. */
  async #openAsked(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    this.#opening = undefined;
    const questions = (await Promise.all(asked)).flat();
    await this.#options.change(this.id, (task) => openQuestions(task, questions));
  }

  /** Waits for the answer to a question. If the task ends before, the handler's signal aborts, and this rejects. */
  #answerTo(question: Question): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const answered = answerIn(this.#task, question);
        if (!answered && !hasEnded(this.#task)) return;
        this.#onChange.delete(look);
        if (answered) resolve(answered.answer);
        else reject(new Cancelled("The task has ended."));
      };
      this.#onChange.add(look);
      look();
    });
  }

  /** Takes note of the stored task. `undefined` means that it has expired. */
  noteChange(task: StoredTask | undefined): void {
    if (task && task.revision < this.#task.revision) return;
    this.#task = task ?? { ...this.#task, status: "cancelled" };
    for (const look of [...this.#onChange]) look();
    if (task === undefined) this.#wait?.abandon(new Cancelled("The task has expired."));
    else if (task.status === "cancelled")
      this.#wait?.abandon(new Cancelled("The client cancelled the task."));
  }

  follow(answer: Promise<Answer>, wait?: Abandonable): void {
    this.#wait = wait;
    this.#isFollowed = true;
    // The task may have been cancelled before its handler started.
    if (this.#task.status === "cancelled") this.noteChange(this.#task);
    void answer
      .then((ready) => this.#store(ready))
      .catch((error) => this.#report(error))
      .then(() => this.#stop());
  }

  /** Stores the answer of a call that ended before its handler started. */
  settle(answer: Answer): void {
    if (!this.#isFollowed) this.follow(Promise.resolve(answer));
  }

  async drop(): Promise<void> {
    this.#stop();
    await this.#options.change(this.id, (task) =>
      hasEnded(task) ? undefined : { status: "cancelled", open: {} },
    );
  }

  /** Stops the handler, because the server stops. @param isResumed whether another process will run the task again */
  stopRunning(isResumed: boolean): void {
    this.#isGivenBack = isResumed;
    this.#wait?.abandon(new DeadlinePassed("The server is stopping."));
  }

  async #store(answer: Answer): Promise<void> {
    if (this.#isGivenBack) return;
    const end = readEnd(answer);
    await this.#options.change(this.id, (task) => (hasEnded(task) ? undefined : { ...end, open: {} }));
  }

  #stop(): void {
    clearTimeout(this.#expiry);
    this.#message = undefined;
    this.#options.onEnd();
    this.#end.resolve();
  }

  #report(error: unknown): void {
    this.#options.log.error({ event: "task_not_stored", task: this.id, error });
  }
}

/** Returns the change that asks the questions which are neither answered nor open. */
function openQuestions(task: StoredTask, questions: readonly Question[]): TaskChange | undefined {
  if (hasEnded(task)) return undefined;
  const asked = Object.values(task.open);
  const fresh = questions.filter(
    (question) => !answerIn(task, question) && !asked.some((open) => isSame(open, question)),
  );
  if (fresh.length === 0) return undefined;
  if (asked.length + fresh.length > maxOpen) throw new Error(`A task has ${maxOpen} open requests at most.`);
  const added = fresh.map((question, index) => [`${question.key}.${task.questions + index + 1}`, question]);
  return {
    status: "input_required",
    questions: task.questions + fresh.length,
    open: { ...task.open, ...Object.fromEntries(added) },
  };
}

function isSame(open: OpenQuestion, { key, fingerprint }: Question): boolean {
  return open.key === key && open.fingerprint === fingerprint;
}

function answerIn({ answers }: StoredTask, { key, fingerprint }: Question): AnsweredRequest | undefined {
  const answered = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return answered?.request === fingerprint ? answered : undefined;
}

/** Reads the end of a task from the answer to its call: a result, also with `isError`, or an error of JSON-RPC. */
function readEnd(answer: Answer): TaskChange {
  if (answer.cancelled) return { status: "cancelled" };
  const { result, error } = JSON.parse(wholeText(answer));
  if (isObject(result) && result.resultType !== "input_required") return { status: "completed", result };
  const failure = error ?? {
    code: -32603,
    message: "The handler ended while it was waiting for its client.",
  };
  return { status: "failed", error: failure, statusMessage: failure.message };
}
