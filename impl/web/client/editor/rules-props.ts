/** What the inputs for the properties of a field get. */
import type { FormField } from "../../../../generated/types.ts";

export interface RulesProps {
  readonly field: FormField;
  /** JSON Pointer of the field. */
  readonly path: string;
  readonly onChange: (change: (field: FormField) => FormField, join?: string) => void;
}
