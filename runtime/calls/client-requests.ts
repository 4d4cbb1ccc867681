/** The requests of one call to its client: answered in earlier rounds, or open. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Params } from "../messages/message.ts";
import type { InputRequest, InputResults, InputResultsOf, Question, Reply } from "../service/client-input.ts";
import { InputRequired, MissingCapability } from "./call-errors.ts";
import { type AnsweredRequest, fingerprint } from "./request-state.ts";

export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** What the client declares in the `_meta` of a request; undefined if that is missing or no object. */
export function readCapabilities({ _meta }: Params): JsonObject | undefined {
  const capabilities = isObject(_meta) ? _meta[capabilitiesKey] : undefined;
  return isObject(capabilities) ? capabilities : undefined;
}

/** What the client has answered in earlier rounds. */
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
  /** What is wrong with the requests of the handler. */
  misuse: Error | undefined;
  readonly #capabilities: JsonObject;
  readonly #live: AskNow | undefined;
  readonly #fingerprints = new Map<string, string>();
  /** Requests that are being compared with the answers so far. */
  readonly #compared: Promise<unknown>[] = [];

  /** @param live asks a client that answers while the call is open */
  constructor(capabilities: JsonObject = {}, answers = noAnswers, live?: AskNow) {
    this.#capabilities = capabilities;
    this.answers = answers;
    this.#live = live;
  }

  can(method: string, params?: InputRequest["params"]): boolean {
    return isDeclared(neededBy({ method, ...(params && { params }) }), this.#capabilities);
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

  /** Whether the handler asked for something that its client has not answered. */
  async isWaiting(): Promise<boolean> {
    await Promise.allSettled(this.#compared);
    return this.pending.size > 0;
  }

  /** @throws MissingCapability; InputRequired if an answer is missing */
  async #answersTo(requests: Readonly<Record<string, InputRequest>>): Promise<Record<string, unknown>> {
    const entries = Object.entries(requests);
    const missing = entries
      .map(([, request]) => neededBy(request))
      .find((needed) => !isDeclared(needed, this.#capabilities));
    if (missing) throw new MissingCapability(missing);
    const answerTo = this.#live ?? ((request: InputRequest, key: string) => this.#answerTo(key, request));
    if (this.#live === undefined) this.#addPending(entries);
    const compared = Promise.all(
      entries.map(async ([key, request]) => [key, await answerTo(request, key)] as const),
    );
    this.#compared.push(compared);
    const answers = await compared;
    if (entries.some(([key]) => this.pending.has(key)))
      throw new InputRequired("The client has to answer first. Handlers let this pass.");
    return Object.fromEntries(answers);
  }

  /** Requests are pending until their answer is found, so they keep the order of the handler however long hashing takes. */
  #addPending(entries: readonly (readonly [string, InputRequest])[]): void {
    for (const [key, request] of entries) if (!this.pending.has(key)) this.pending.set(key, request);
  }

  async #answerTo(key: string, request: InputRequest): Promise<unknown> {
    const hash = await fingerprint(request);
    if ((this.#fingerprints.get(key) ?? hash) !== hash)
      this.misuse = new Error(`The handler asks two different things under the key ${JSON.stringify(key)}.`);
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

/** What a client must declare to get a request: methods are named after their capability. */
function neededBy({ method, params = {} }: InputRequest): Capabilities {
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
    // An empty object stands for forms, as before there were modes.
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
