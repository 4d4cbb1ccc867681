import type { Updateable } from "kysely";
import type { FormChange, FormStructure, Warning } from "../../../generated/types.ts";
import type { FormsTable } from "../../storage/schema.ts";
import type { AccessibleForm } from "../forms.ts";

/** What an edit makes of a form as it is at this moment; nothing of it is stored yet. */
export interface Plan {
  readonly form: AccessibleForm;
  /** Verified responses at this moment. */
  readonly responseCount: number;
  /** Empty: the form already is as asked, and stays as it is. */
  readonly changes: readonly FormChange[];
  readonly warnings: readonly Warning[];
  /** What is stored in the form's row, beside the new revision. */
  readonly set: Updateable<FormsTable>;
  /** A new version; undefined: the structure stays. */
  readonly structure?: FormStructure;
}
