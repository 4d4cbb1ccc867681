/** A detail of a question: its type, a bound, a count, a text. */
import type { FieldType } from "../../fields/client/client-kind.ts";
import type { Value } from "../values.ts";
import type { WordName } from "../words.ts";

export type NameOf<Group extends string> = WordName extends infer Name
  ? Name extends `${Group}.${infer Part}`
    ? Part
    : never
  : never;
export type Flag = NameOf<"flags">;
export type Measure = NameOf<"measures">;
export type Key = NameOf<"keys">;

export type Detail =
  | { readonly kind: "type"; readonly type: FieldType }
  | { readonly kind: "flag"; readonly flag: Flag }
  | {
      readonly kind: "bound";
      readonly side: "min" | "max";
      readonly value: Value;
      readonly measure: Measure | undefined;
    }
  /** `12 places`, `5 stars`, `3 files`. */
  | { readonly kind: "count"; readonly count: number; readonly measure: Measure }
  /** A text behind a word: `example = Jane`. */
  | { readonly kind: "key"; readonly key: Key; readonly text: string }
  /** The name of an end of a scale: `1 = bad`. */
  | { readonly kind: "end"; readonly at: number; readonly text: string }
  | { readonly kind: "format"; readonly formats: readonly string[] }
  | { readonly kind: "unit"; readonly text: string; readonly isClear: boolean };
