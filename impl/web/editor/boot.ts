/** The data that the server sends to the editor, on the page and as answers. The server and the browser share these types. */
import type { FormAccess, FormChange, FormStatus, FormStructure, Warning } from "../../../generated/types.ts";

/** The groups of file types, in the order of the panel. */
export const fileGroups = ["documents", "pictures", "audio", "video"] as const;

export type FileGroup = (typeof fileGroups)[number];

/** The data that the page of the editor starts with. */
export interface EditorBoot {
  readonly form: EditedForm;
  readonly structure: FormStructure;
  readonly pending?: KeptChanges;
  /** Notes on the form that the user has not ticked off yet. */
  readonly notes: readonly Note[];
  /** Name of the language model; null: there is none. */
  readonly model: string | null;
  /** A token that is sent with every change, so no other site can make one. */
  readonly csrf: string;
  /** Language of the editor itself. */
  readonly language: string;
  /** Codes of the countries that phone numbers can have. */
  readonly countries: readonly string[];
  /** The country for new phone questions; undefined: as the language of the form suggests. */
  readonly phoneCountry?: string;
  /** Labels of a choice that mean "other", in the languages of the form. */
  readonly ownAnswerWords: readonly string[];
  /** The file name extensions that respondents can upload. */
  readonly extensions: Readonly<Record<FileGroup, readonly string[]>>;
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
    /** The module with the texts of the editor. */
    readonly texts: string;
  };
}

/** A sentence about something that the user should check. */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** The id of the question that it is about; null: it is about the form. */
  readonly field: string | null;
  /** The quoted texts that are still examples, which publishing warns of; null: it is about something else. */
  readonly examples: string | null;
  /** Whether it comes and goes with each save. */
  readonly isFollowed: boolean;
}

export interface EditedForm {
  readonly id: string;
  readonly status: FormStatus;
  readonly revision: number;
  readonly access: FormAccess;
  /** The number of verified responses, which lock the form against breaking edits. */
  readonly responseCount: number;
  readonly publicUrl: string;
}

/** The form in the database. */
export interface StoredForm {
  readonly structure: FormStructure;
  readonly revision: number;
  readonly status: FormStatus;
  readonly pending?: KeptChanges;
}

/** Changes that the service keeps until a user publishes them. */
export interface KeptChanges {
  /** A new id with every change. */
  readonly id: string;
  /** The form with the changes. */
  readonly structure: FormStructure;
  /** The form that was changed, if another version was published since. */
  readonly base?: FormStructure;
}

export interface Problem {
  /** JSON Pointer into the structure. */
  readonly path: string;
  readonly problem: string;
}

/** The reason why the request changed nothing. */
export interface Failure {
  readonly ok: false;
  /** Code of the refusal; `offline` if there was no answer. */
  readonly code: string;
  readonly message: string;
  /** The sent form text, with the reason above each line that is not clear. */
  readonly text?: string;
  /** With a conflict: the form that is stored now. */
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
      /** Notes on the form as it is now. */
      readonly notes: readonly Note[];
      /** The stored structure, if the service has added translations. */
      readonly filled?: FormStructure;
      /** Id of the unpublished changes. */
      readonly pending?: string;
    }
  | (Failure & {
      readonly problems?: readonly Problem[];
      /** The breaking changes. */
      readonly changes?: readonly FormChange[];
    });

/** Translations by text. Choices are separate, because a word such as "Post" may have another meaning as a choice. */
export interface Translations {
  readonly labels: Readonly<Partial<Record<string, string>>>;
  readonly choices: Readonly<Partial<Record<string, string>>>;
}

/** The answer to a request for translations: those that the service could make. */
export type TranslationReply = { readonly ok: true; readonly translations: Translations } | Failure;

/** The answer to an uploaded picture: its id, for the structure. */
export type ImageReply =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly message: string };

/** A question that a proposal changes, and the page that it is on then. */
export interface ChangedPlace {
  readonly page: string;
  readonly field: string;
}

/** The answer to a prompt: the changes, and a signed copy of the result, which applies exactly those. */
export type ProposalReply =
  | {
      readonly ok: true;
      readonly changes: readonly FormChange[];
      readonly warnings: readonly Warning[];
      readonly proposal: string;
      /** The questions that are new or changed, in the order of the form. */
      readonly places: readonly ChangedPlace[];
      readonly generator: string;
      /** A sentence that the user must agree to before the proposal is applied. */
      readonly agree?: string;
    }
  | Failure;

/** The answer to pasted form text: pages with the questions. The first page may have no title. */
export type QuestionsReply =
  | { readonly ok: true; readonly pages: FormStructure["pages"]; readonly warnings: readonly string[] }
  | Failure;

/** The answer to a proposal that was applied. */
export type ApplyReply = ({ readonly ok: true } & StoredForm) | Failure;
