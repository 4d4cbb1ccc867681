/** What the parts of an instruction mean: the slots of frames and their values. */
import type { Condition, Language } from "../../../../generated/types.ts";
import type { Said } from "../items/draft.ts";
import type { NamedChoice, NamedField } from "./names.ts";

export type Place =
  | { readonly kind: "top" | "end" | "newPage" }
  | { readonly kind: "after" | "before"; readonly anchor: NamedField }
  | { readonly kind: "page"; readonly page: number };

/** Fields by their names, or a group of them. */
export type FieldsNamed =
  | { readonly kind: "named"; readonly fields: readonly NamedField[] }
  | { readonly kind: "all" | "rest" | "pronoun" };

export interface Slots {
  readonly fields: FieldsNamed;
  /** The other side of an exchange. */
  readonly other: FieldsNamed;
  readonly except: FieldsNamed;
  readonly choices: readonly NamedChoice[];
  readonly place: Place;
  readonly condition: Condition;
  /** What the readers of modifiers know: types, bounds, required, domains, days. */
  readonly said: Said;
  readonly languages: readonly Language[];
  readonly count: number;
  readonly day: string;
  readonly link: string;
}

export type SlotName = keyof Slots;
