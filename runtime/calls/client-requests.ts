/** The requests of one call to its client: answered in earlier rounds, or open. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Params } from "../messages/message.ts";
import { capabilitiesKey } from "../service/client-capabilities.ts";
import type { InputRequest, InputResults, InputResultsOf, Question, Reply } from "../service/client-input.ts";
import { InputRequired, MissingCapability } from "./call-errors.ts";
import type { CallTask } from "./call-task.ts";
import { type AnsweredRequest, fingerprint } from "./request-state.ts";

/** Reads the capabilities that the client declares in `_meta` of a request; undefined if they are missing or not an object. */
export function readCapabilities({ _meta }: Params): JsonObject | undefined {
  const capabilities = isObject(_meta) ? _meta[capabilitiesKey] : undefined;
  return isObject(capabilities) ? capabilities : undefined;
}

/** The answers of the client in earlier rounds. */
export interface Answers {
  readonly rounds: number;
  readonly byKey: ReadonlyMap<string, AnsweredRequest>;
}

const noAnswers: Answers = { rounds: 0, byKey: new Map() };

type AskNow = (request: InputRequest) => Promise<unknown>;

export class ClientRequests {
  readonly answers: Answers;
  /** The requests without an answer, in the order in which the handler asked. */
  readonly pending = new Map<string, InputRequest>();
  /** Set if the handler made inconsistent requests. */
  misuse: Error | undefined;
  readonly #capabilities: JsonObject;
  readonly #live: AskNow | undefined;
  #task: Pick<CallTask, "requestInput"> | undefined;
  readonly #fingerprints = new Map<string, string>();
  /** Comparisons of requests with the answers so far that may still run. */
  readonly #compared: Promise<unknown>[] = [];

  /** @param live sends a request to a client that answers while the call is open */
  constructor(capabilities: JsonObject = {}, answers = noAnswers, live?: AskNow) {
    this.#capabilities = capabilities;
    this.answers = answers;
    this.#live = live;
  }

  can(method: string, params?: InputRequest["params"]): boolean {
    return isDeclared(requiredCapabilities({ method, ...(params && { params }) }), this.#capabilities);
  }

  requestInput<const Requests extends Readonly<Record<string, InputRequest>>>(
    requests: Requests,
  ): Promise<InputResultsOf<Requests>> {
    return mayBeIgnored(this.#answersTo(requests)) as Promise<InputResultsOf<Requests>>;
  }

  ask(key: string, { message, properties, required }: Question): Promise<Reply> {
    const requestedSchema = { type: "object", properties, ...(required && { required }) };
    const params = { mode: "form", message, requestedSchema };
    const answers = this.requestInput({ [key]: { method: "elicitation/create", params } });
    return mayBeIgnored(answers.then(({ [key]: reply }) => toReply(reply)));
  }

  /** From now on, requests wait for the client's answers to the task, instead of ending the call. */
  becomeTask(task: Pick<CallTask, "requestInput">): void {
    this.#task = task;
  }

  /** Whether the handler asked for something that its client has not answered. */
  async isWaiting(): Promise<boolean> {
    await Promise.allSettled(this.#compared);
    return this.pending.size > 0;
  }

  /** @throws MissingCapability; InputRequired if an answer is missing */
  async #answersTo(requests: Readonly<Record<string, InputRequest>>): Promise<Record<string, unknown>> {
    const entries = Object.entries(requests);
    const missing = entries
      .map(([, request]) => requiredCapabilities(request))
      .find((needed) => !isDeclared(needed, this.#capabilities));
    if (missing) throw new MissingCapability(missing);
    if (this.#task) return this.#task.requestInput(requests);
    const answerTo = this.#live ?? ((request: InputRequest, key: string) => this.#answerTo(key, request));
    if (this.#live === undefined) this.#addPending(entries);
    const compared = Promise.all(
      entries.map(async ([key, request]) => [key, await answerTo(request, key)] as const),
    );
    this.#compared.push(compared);
    const answers = await compared;
    if (entries.some(([key]) => this.pending.has(key)))
      throw new InputRequired("The client has to answer first. Handlers must not catch this error.");
    return Object.fromEntries(answers);
  }

  /** Adds requests as pending before their hashes are computed, so they keep the order in which the handler made them. */
  #addPending(entries: readonly (readonly [string, InputRequest])[]): void {
    for (const [key, request] of entries) if (!this.pending.has(key)) this.pending.set(key, request);
  }

  async #answerTo(key: string, request: InputRequest): Promise<unknown> {
    const hash = await fingerprint(request);
    if ((this.#fingerprints.get(key) ?? hash) !== hash)
      this.misuse = new Error(`The handler made two different requests with the key ${JSON.stringify(key)}.`);
    this.#fingerprints.set(key, hash);
    const answered = this.answers.byKey.get(key);
    if (answered?.request !== hash) return undefined;
    this.pending.delete(key);
    return answered.answer;
  }
}

/** A handler may ask twice before it awaits either answer; the second rejection must not end the process. */
function mayBeIgnored<T>(answers: Promise<T>): Promise<T> {
  answers.catch(() => undefined);
  return answers;
}

function toReply(result: InputResults["elicitation/create"] | undefined): Reply {
  if (result?.action === "accept") return { action: "accept", content: result.content ?? {} };
  return { action: result?.action ?? "cancel" };
}

type Capabilities = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Returns the capabilities that a client must declare to receive a request. A method's name begins with its capability. */
function requiredCapabilities({ method, params = {} }: InputRequest): Capabilities {
  if (method === "elicitation/create")
    return { elicitation: params.mode === "url" ? { url: {} } : { form: {} } };
  if (method === "sampling/createMessage" && params.tools !== undefined) return { sampling: { tools: {} } };
  const [capability = ""] = method.split("/", 1);
  return { [capability]: {} };
}

function isDeclared(needed: Capabilities, declared: JsonObject): boolean {
  return Object.entries(needed).every(([name, parts]) => {
    const capability = declared[name];
    if (!isObject(capability)) return false;
    // An empty object means forms only: the specification had no modes before.
    if (name === "elicitation" && Object.keys(capability).length === 0) return "form" in parts;
    return Object.keys(parts).every((part) => isObject(capability[part]));
  });
}

/** Whether a value is an answer to a request with this method, by the official schema. */
export function isAnswerTo(method: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  switch (method) {
    case "elicitation/create":
      return isElicitationResult(value);
    case "sampling/createMessage":
      return (
        typeof value.model === "string" &&
        (value.role === "assistant" || value.role === "user") &&
        toList(value.content).every((block) => isObject(block) && typeof block.type === "string")
      );
    case "roots/list":
      return Array.isArray(value.roots) && value.roots.every(isRoot);
    default:
      return true;
  }
}

function isRoot(value: unknown): boolean {
  return (
    isObject(value) && typeof value.uri === "string" && ["string", "undefined"].includes(typeof value.name)
  );
}

function isElicitationResult({ action, content = {} }: JsonObject): boolean {
  if (action === "decline" || action === "cancel") return true;
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return (
    action === "accept" &&
    isObject(content) &&
    Object.values(content).every((value) => toList(value).every(isPlain))
  );
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
