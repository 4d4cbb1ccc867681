/** The data that a step of a form is drawn from. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import type { RawAnswers } from "../../forms/answers/answer.ts";
import type { CheckedAnswers, Uploads } from "../../forms/check-answers.ts";
import type { Images } from "../../forms/fields/parts/picture.ts";
import type { Html } from "../../platform/html.ts";
import type { PlacesLeft } from "../../responses/capacity.ts";
import type { Translation } from "../../texts/translate.ts";
import type { LiveMentions } from "../live-mentions.ts";
import type { Embedding } from "./layout.ts";
import type { Look } from "./look.ts";
import type { Mentions } from "./mentions.ts";
import type { Step } from "./step.ts";

/** The data of one step. */
export interface FormView {
  readonly t: Translation;
  readonly structure: FormStructure;
  readonly step: Step;
  readonly rawAnswers: RawAnswers;
  readonly uploads: Uploads;
  /** Ids of uploads that the respondent has asked to remove. */
  readonly removed?: ReadonlySet<string> | undefined;
  /** The free places of choices. */
  readonly places: PlacesLeft;
  /** Returns the address on which respondents wait for full choices of a question; undefined: there is none. */
  readonly waitingAddress?: ((field: string) => string | undefined) | undefined;
  readonly checked: CheckedAnswers;
  /** Problems as sentences, by the id of the field, or `ADDRESS`. */
  readonly messages: ReadonlyMap<string, string>;
  /** Whether the browser may keep answers until the form is sent. */
  readonly keepsAnswers: boolean;
  /** Whether the script reports how far the visitor came. */
  readonly isCounted: boolean;
  /** A notice above the form. */
  readonly notice: Html | string | undefined;
  /** Whether the service has just refused the page. */
  readonly isRefused?: boolean;
  readonly ticket: string;
  /** The address that the form is sent to. */
  readonly action: string;
  readonly embedded: Embedding;
  readonly seed: string;
  readonly now: Date;
  readonly look: Look;
  readonly images: Images;
  /** Inputs that are sent with each page. */
  readonly extraInputs?: Html;
  addressIn(language: Language): string;
}

/** The data with the mentions of answers. `live`: those that can change on this page. */
export interface FormPageView extends FormView {
  readonly mentions: Mentions;
  readonly live: LiveMentions | undefined;
}
