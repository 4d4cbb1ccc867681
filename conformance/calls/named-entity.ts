/** Entities as arguments of calls name them. */
import type { Json } from "../cases/edits.ts";

/** An entity that arguments can name. */
export interface NamedEntity {
  readonly id: Json;
  /** The account that made it; absent: the one that the run works with, or unknown. */
  readonly account?: string | undefined;
  /** Entity -> the one of it that this one belongs to; what is unknown is left out. */
  readonly parents?: NamedEntities;
}

/** Entity -> the one that arguments name. */
export type NamedEntities = Readonly<Record<string, NamedEntity>>;
