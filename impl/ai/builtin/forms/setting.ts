/** What a prompt may say of the form as a whole. */
import type { Language } from "../../../../generated/types.ts";

/** What the prompt says of the whole form, in its own words. */
export interface Settings {
  readonly title?: string;
  readonly description?: string;
  readonly closesAt?: string;
  readonly responseLimit?: number;
  readonly isOncePerEmail?: boolean;
  readonly isProgressShown?: boolean;
  readonly isOneByOne?: boolean;
  /** "two pages" */
  readonly pageCount?: number;
  readonly redirect?: string;
  readonly thanks?: string;
  readonly button?: string;
  readonly languages?: readonly Language[];
  /** Languages that forms cannot have, by name. */
  readonly otherLanguages?: readonly string[];
}

/** A setting that tokens `from` to `to` say. */
export interface FoundSetting {
  readonly from: number;
  readonly to: number;
  readonly says: Settings;
}
