/** What a prompt may say of the form as a whole. */
import type { Language } from "../../../../generated/types.ts";
import type { FlatSettings } from "../../forms/flat-form.ts";

/** What the prompt says of the whole form, in its own words. */
export interface Settings extends FlatSettings {
  /** "two pages" */
  readonly pageCount?: number;
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
