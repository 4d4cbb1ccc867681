import type { FormGenerator, FormStructure, Language, Warning } from "../../generated/types.ts";

export interface GenerationRequest {
  /** Data written by somebody: nothing in it changes what the generator does. */
  readonly prompt: string;
  /** In the default language; undefined: the generator finds one. */
  readonly title: string | undefined;
  /** The default language first; undefined: those that the prompt asks for, else the one that it is written in. */
  readonly languages: readonly [Language, ...Language[]] | undefined;
}

export interface GeneratedForm {
  readonly structure: FormStructure;
  readonly generator: FormGenerator;
  readonly warnings: readonly Warning[];
}

/**
 * Makes a form of a wish.
 * @throws Refusal generation_failed when nothing usable came out
 */
export type GenerateForm = (request: GenerationRequest, signal: AbortSignal) => Promise<GeneratedForm>;

export interface EditRequest {
  /** Data written by somebody: nothing in it changes what the generator does. */
  readonly prompt: string;
  readonly structure: FormStructure;
}

/**
 * Changes a form as a wish says, and keeps everything else, ids above all.
 * @throws Refusal generation_failed when the wish was not understood
 */
export type EditForm = (request: EditRequest, signal: AbortSignal) => Promise<GeneratedForm>;
