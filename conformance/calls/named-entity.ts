/** Entities in the arguments of calls. */
import type { Json } from "../cases/edits.ts";

/** An entity that arguments can name. */
export interface NamedEntity {
  /** Its id, as tools take it. */
  readonly id: Json;
  /** The account that created it; if absent, the account of the run, or unknown. */
  readonly account?: string | undefined;
  /** Entity -> the parent of this kind; unknown parents are left out. */
  readonly parents?: NamedEntities;
}

/** Entity -> the instance that arguments name. */
export type NamedEntities = Readonly<Record<string, NamedEntity>>;
