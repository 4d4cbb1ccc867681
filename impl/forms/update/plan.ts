import type { Updateable } from "kysely";
import type { FormChange, FormStructure, Warning } from "../../../generated/types.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { AccessibleForm } from "../forms.ts";

/** The result of an edit of a form in its present state, before it is stored. */
export interface Plan {
  readonly form: AccessibleForm;
  /** Verified responses at this moment. */
  readonly responseCount: number;
  /** Empty if the edit changes nothing. */
  readonly changes: readonly FormChange[];
  readonly warnings: readonly Warning[];
  /** The checks that the generator of the edit left to the owner. */
  readonly toCheck?: readonly Warning[];
  /** New values of the form's row, besides the revision. */
  readonly set: Updateable<Schema["forms"]>;
  /** The structure after the edit; undefined: the edit did not read it, so it is unchanged. */
  readonly structure: FormStructure | undefined;
  /** The structure that respondents see before the edit, where the edit has read it; undefined: they see none. */
  readonly published?: FormStructure | undefined;
  readonly isNewVersion: boolean;
}
