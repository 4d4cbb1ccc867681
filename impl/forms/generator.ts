/** The interface of form generators. */
import type { FormGenerator, FormStructure, Language, Warning } from "../../generated/types.ts";

/** Receives a growing number, and a sentence about the current work. */
export type OnProgress = (done: number, message: string) => void;

export interface GenerationRequest {
  /** The account that requests the generation. */
  readonly accountId: string;
  /** Untrusted text: it must not change the behaviour of the generator. */
  readonly prompt: string;
  /** The title in the default language; undefined: the generator finds one. */
  readonly title: string | undefined;
  /** The languages, default language first; undefined: the languages that the prompt asks for, else the language of the prompt. */
  readonly languages: readonly [Language, ...Language[]] | undefined;
  readonly onProgress?: OnProgress;
}

export interface GeneratedForm {
  readonly structure: FormStructure;
  readonly generator: FormGenerator;
  readonly warnings: readonly Warning[];
}

/**
 * Generates a form.
 * @throws Refusal generation_failed if the result is not usable, prompt_not_understood if the built-in generator reads too little
 */
export type GenerateForm = (request: GenerationRequest, signal: AbortSignal) => Promise<GeneratedForm>;

export interface EditRequest {
  /** The account that requests the generation. */
  readonly accountId: string;
  /** Untrusted text: it must not change the behaviour of the generator. */
  readonly prompt: string;
  readonly structure: FormStructure;
  readonly onProgress?: OnProgress;
}

/**
 * Edits a form as the prompt says and keeps everything else, above all ids.
 * @throws Refusal generation_failed if the result is not usable, prompt_not_understood if the built-in generator reads too little
 */
export type EditForm = (request: EditRequest, signal: AbortSignal) => Promise<GeneratedForm>;

/**
 * Translates common texts of forms; undefined for other texts. @param isChoice words such as "Post" have one meaning as a
 * choice, and another one as a question
 */
export type KnownTranslation = (
  text: { readonly text: string; readonly isChoice: boolean },
  from: Language,
  to: Language,
) => string | undefined;

export interface TranslationParts {
  /** Undefined: no text is known. */
  readonly knownTranslation?: KnownTranslation;
  /** Undefined: there is no model. */
  readonly translateForm?: TranslateForm;
}

/** Fills in the texts that lack one of the form's languages, as far as it can. */
export type TranslateForm = (
  request: Omit<EditRequest, "prompt"> & {
    /** The form as it was: texts that it has already stay as they are in its languages. */
    readonly before?: FormStructure;
  },
  signal: AbortSignal,
) => Promise<Pick<GeneratedForm, "structure">>;
