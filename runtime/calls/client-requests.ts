/** Requests of one call to its client: answered from earlier rounds, or sent with the result `input_required`. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Question, Reply, Sample, SampleRequest } from "../service/client-input.ts";
import { InputRequired, MissingCapability } from "./call-errors.ts";
import { type AnsweredRequest, fingerprint } from "./request-state.ts";

/** `sampling/createMessage` or `elicitation/create`, in the terms of the official schema. */
export interface ClientRequest {
  readonly method: "sampling/createMessage" | "elicitation/create";
  readonly params: Readonly<Record<string, unknown>>;
}

export class ClientRequests {
  readonly #capabilities: JsonObject;
  readonly #answered: readonly AnsweredRequest[];
  readonly #pending: ClientRequest[] = [];
  #count = 0;

  /** @param answered the answers of earlier rounds, in the order in which the handler asks */
  constructor(capabilities: JsonObject, answered: readonly AnsweredRequest[] = []) {
    this.#capabilities = capabilities;
    this.#answered = answered;
  }

  /** The requests without an answer. */
  get pending(): readonly ClientRequest[] {
    return this.#pending;
  }

  get answered(): readonly AnsweredRequest[] {
    return this.#answered;
  }

  can(what: "sample" | "ask"): boolean {
    const { sampling, elicitation } = this.#capabilities;
    if (what === "sample") return isObject(sampling);
    // An empty object stands for forms, as before there were modes.
    return isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);
  }

  async sample({ messages, system, maxTokens }: SampleRequest): Promise<Sample> {
    if (!this.can("sample")) throw new MissingCapability({ sampling: {} });
    const answer = this.#answerTo({
      method: "sampling/createMessage",
      params: {
        messages: messages.map(({ role, text }) => ({ role, content: { type: "text", text } })),
        ...(system !== undefined && { systemPrompt: system }),
        maxTokens,
      },
    });
    return sampleOf(answer)!;
  }

  async ask({ message, properties, required }: Question): Promise<Reply> {
    if (!this.can("ask")) throw new MissingCapability({ elicitation: { form: {} } });
    const requestedSchema = { type: "object", properties, ...(required && { required }) };
    const answer = this.#answerTo({
      method: "elicitation/create",
      params: { mode: "form", message, requestedSchema },
    });
    return replyOf(answer)!;
  }

  /** @throws InputRequired if there is no answer yet */
  #answerTo(request: ClientRequest): unknown {
    const answered = this.#answered[this.#count++];
    if (answered === undefined) {
      this.#pending.push(request);
      throw new InputRequired("The client has to answer first. Handlers let this pass.");
    }
    if (answered.request === fingerprint(request)) return answered.answer;
    throw new Error(
      "The handler asks its client for something else than before. It runs again for each round, and must ask for the same in the same order.",
    );
  }
}

/** Of a call whose client can be asked nothing. One for all of them, since it never changes. */
export const noClientRequests = new ClientRequests({});

/** Whether a value is an answer to such a request, by the official schema. */
export function isAnswerTo(request: string, value: unknown): boolean {
  return request.startsWith("sampling") ? sampleOf(value) !== undefined : replyOf(value) !== undefined;
}

function sampleOf(value: unknown): Sample | undefined {
  if (!isObject(value) || typeof value.model !== "string" || value.role !== "assistant") return undefined;
  const blocks = [value.content].flat();
  const texts = blocks.map((block) => (isObject(block) && block.type === "text" ? block.text : ""));
  if (blocks.length === 0 || !texts.every((text) => typeof text === "string")) return undefined;
  const { model, stopReason } = value;
  return { text: texts.join(""), model, stopReason: typeof stopReason === "string" ? stopReason : undefined };
}

function replyOf(value: unknown): Reply | undefined {
  if (!isObject(value)) return undefined;
  if (value.action === "decline" || value.action === "cancel") return { action: value.action };
  if (value.action !== "accept" || !isFlat(value.content)) return undefined;
  return { action: "accept", content: value.content };
}

type Content = Extract<Reply, { action: "accept" }>["content"];

function isFlat(content: unknown): content is Content {
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return isObject(content) && Object.values(content).every((value) => [value].flat().every(isPlain));
}
