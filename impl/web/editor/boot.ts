/** What the server gives to the editor, and what it answers. The server's pages and the browser share these types. */
import type { FormAccess, FormChange, FormStatus, FormStructure, Warning } from "../../../generated/types.ts";

/** The data that the page of the editor starts with. */
export interface EditorBoot {
  readonly form: EditedForm;
  readonly structure: FormStructure;
  readonly pending?: KeptChanges;
  /** What is to be checked and was not ticked off yet. */
  readonly notes: readonly Note[];
  /** Name of the language model; null: there is none. */
  readonly model: string | null;
  /** Sent with every change, so that no other site can make one. */
  readonly csrf: string;
  /** Language of the editor itself. */
  readonly language: string;
  /** What a choice is called that means an answer of one's own, in the languages of the form. */
  readonly ownAnswerWords: readonly string[];
  /** What respondents can send: file name extensions. */
  readonly extensions: readonly string[];
  readonly addresses: {
    readonly structure: string;
    readonly preview: string;
    readonly proposal: string;
    readonly images: string;
    readonly translation: string;
    readonly questions: string;
    readonly checks: string;
    readonly overview: string;
    readonly clone: string;
    readonly status: string;
    /** The module with the words of the editor. */
    readonly texts: string;
  };
}

/** One sentence about what is to be checked. */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** The id of the question that it is about; null: it is about the form. */
  readonly field: string | null;
}

export interface EditedForm {
  readonly id: string;
  readonly status: FormStatus;
  readonly revision: number;
  readonly access: FormAccess;
  /** Verified ones: they lock the form against breaking edits. */
  readonly responseCount: number;
  readonly publicUrl: string;
}

/** What the form is like in the database. */
export interface StoredForm {
  readonly structure: FormStructure;
  readonly revision: number;
  readonly status: FormStatus;
  readonly pending?: KeptChanges;
}

/** Changes that the service keeps until somebody publishes them. */
export interface KeptChanges {
  /** Another one with every change. */
  readonly id: string;
  /** The form with the changes. */
  readonly structure: FormStructure;
  /** The form that was changed, if others have published something since. */
  readonly base?: FormStructure;
}

export interface Problem {
  /** JSON Pointer into the structure. */
  readonly path: string;
  readonly problem: string;
}

/** Why nothing was done. */
export interface Failure {
  readonly ok: false;
  /** Code of the refusal; `offline` if there was no answer. */
  readonly code: string;
  readonly message: string;
  /** Of a form text: the text, with the reason above each line that is not clear. */
  readonly text?: string;
  /** With a conflict: what is stored now. */
  readonly stored?: StoredForm;
}

/** The answer to a structure that was sent. */
export type SaveReply =
  | {
      readonly ok: true;
      readonly revision: number;
      readonly status: FormStatus;
      readonly responseCount: number;
      readonly changes: readonly FormChange[];
      readonly warnings: readonly Warning[];
      /** The structure as it is stored, where the service has filled in translations. */
      readonly filled?: FormStructure;
      /** Id of the changes that are kept now. */
      readonly pending?: string;
    }
  | (Failure & {
      readonly problems?: readonly Problem[];
      /** The breaking ones. */
      readonly changes?: readonly FormChange[];
    });

/** What texts are in another language. Words such as "Post" mean one thing as a choice, and another one elsewhere. */
export interface Translations {
  readonly labels: Readonly<Partial<Record<string, string>>>;
  readonly choices: Readonly<Partial<Record<string, string>>>;
}

/** The answer to texts to translate: those that the service could. */
export type TranslationReply = { readonly ok: true; readonly translations: Translations } | Failure;

/** The answer to a picture that was sent: its id, for the structure. */
export type ImageReply =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly message: string };

/** The answer to a prompt: what it would change, and a sealed copy of the result that applies exactly that. */
export type ProposalReply =
  | {
      readonly ok: true;
      readonly changes: readonly FormChange[];
      readonly warnings: readonly Warning[];
      readonly proposal: string;
      readonly generator: string;
      /** What has to be agreed to before it is applied. */
      readonly agree?: string;
    }
  | Failure;

/** The answer to questions that are pasted as form text: the pages that they are on, of which the first one may have no title. */
export type QuestionsReply =
  | { readonly ok: true; readonly pages: FormStructure["pages"]; readonly warnings: readonly string[] }
  | Failure;

/** The answer to a proposal that was applied. */
export type ApplyReply = ({ readonly ok: true } & StoredForm) | Failure;
