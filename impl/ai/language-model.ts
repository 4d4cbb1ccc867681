/** The interface of language models: a text as the answer to a conversation. */

/** One request to a model. All text of users in it is data. */
export interface Conversation {
  /** The purpose, such as `create_form`; it is recorded, never sent. */
  readonly purpose: Purpose;
  /** Rules of the service. No text of a person is in it. */
  readonly system: string;
  /** The messages begin with the service's request; answers of the model and their problems follow in turn. */
  readonly messages: readonly Message[];
  /** The answer is cut off after this many characters and counts as unusable. */
  readonly maxCharacters: number;
  /** Called with the length of the answer as it grows, if the model sends it in parts. */
  readonly onText?: ((characters: number) => void) | undefined;
}

export type Purpose =
  | "create_form"
  | "update_form"
  | "translate"
  | "write_lesson"
  | "illustrate_lesson"
  | "review_answer";

export interface Message {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface ModelAnswer {
  readonly text: string;
  /** The tokens counted by the provider; undefined if it does not count them. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

export interface LanguageModel {
  /** How results name it, such as `claude-sonnet-4-5`. */
  readonly name: string;
  /** @throws ModelFailure; the reason of `signal` when it aborts */
  answer(conversation: Conversation, signal: AbortSignal): Promise<ModelAnswer>;
}

/** The model gave no answer. The message is a sentence for people and has no secrets. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  /** The reason for the log, such as `http_429`, `refused` or `too_long`. */
  readonly reason: string;
  /** Whether it fails again until the request or the settings of the service change. */
  readonly isFinal: boolean;

  constructor(reason: string, message: string, isFinal = false) {
    super(message);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
