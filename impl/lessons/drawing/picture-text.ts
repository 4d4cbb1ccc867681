/** The words of a picture. */
import type { Language } from "../../../generated/types.ts";

/** The text of a label, in the language of the picture. */
export type LabelText = (label: string) => string;

/** What the picture says as a whole. */
export interface PictureText {
  readonly language: Language;
  /** For people who do not see the picture. */
  readonly alt: string;
  readonly labelText: LabelText;
}
