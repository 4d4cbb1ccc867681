/** Reads the language, the frame and the addresses of a request to a page of a form. */
import type { Language } from "../../../../generated/types.ts";
import type { RawAnswers } from "../../../forms/answers/answer.ts";
import type { Form } from "../../../forms/forms.ts";
import { isLanguage, languageCodes } from "../../../texts/languages.ts";
import { type Translation, translation } from "../../../texts/translate.ts";
import type { Embedding } from "../../components/layout.ts";
import { prefillingParameters, readPrefilledAnswers } from "../../prefilled-answers.ts";
import type { WebContext } from "../../reply.ts";
import { chooseLanguage, type PublicForm } from "./public-form.ts";

/** A request to a page of a form. */
export interface FormRequest {
  readonly c: WebContext;
  readonly form: Form;
  readonly publicForm: PublicForm;
  readonly t: Translation;
  /** Whether and how the page is shown in a frame of another site. */
  readonly embedded: Embedding;
  /** The answers that the address fills in. */
  readonly prefilled: RawAnswers;
  /** Returns the address of the form with a language, the frame and the prefilled answers. */
  addressIn(language: Language): string;
}

/** Reads a request. @param requested the language of the page that was sent; undefined: the `lang` parameter decides */
export function formRequest(c: WebContext, publicForm: PublicForm, requested?: string): FormRequest {
  const { form, structure } = publicForm;
  const { default_language: fallback } = structure;
  const others = structure.languages.filter((language) => language !== fallback);
  const language = chooseLanguage(
    [fallback, ...others],
    requested ?? c.req.query("lang"),
    c.req.header("accept-language"),
  );
  const embed = c.req.query("embed");
  const embedded = isEmbedding(embed) ? embed : false;
  const parameters = prefillingParameters(c.req.url);
  const more = parameters.size === 0 ? "" : `&${parameters}`;
  return {
    c,
    form,
    publicForm,
    t: translation(language, fallback),
    embedded,
    prefilled: readPrefilledAnswers(structure, parameters),
    addressIn: (other) => `/f/${form.id}${query(other, embedded)}${more}`,
  };
}

export function isEmbedding(embed: string | undefined): embed is "1" | "light" {
  return embed === "1" || embed === "light";
}

/** Returns the query that every address of a form passes on. */
export function query(language: Language, embedded: Embedding): string {
  return `?lang=${language}${embedded ? `&embed=${embedded}` : ""}`;
}

/** Returns the translation for a page without a form. */
export function visitorTranslation(c: WebContext): Translation {
  const requested = c.req.query("lang");
  const others = languageCodes.filter((language) => language !== "en");
  const supported = requested !== undefined && isLanguage(requested) ? requested : undefined;
  return translation(chooseLanguage(["en", ...others], supported, c.req.header("accept-language")), "en");
}
