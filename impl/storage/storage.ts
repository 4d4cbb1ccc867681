/** The database as the domain sees it. */

import type { Awaitable, Limit } from "@toolwright/runtime";
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** A query runs on its own or inside somebody's transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>;

/** At most `max` in a window that opens with the first of them. */
export interface LimitRule {
  readonly max: number;
  readonly seconds: number;
}

/** The database as the domain sees it; which one it is, only this folder knows. */
export interface Storage {
  readonly db: Kysely<Schema>;
  /** What a query finds that only reads, outside of any transaction: at once, where the database can answer at once. */
  read<Row>(query: CompiledQuery<Row>): Awaitable<Row[]>;
  /** Grows whenever what has been remembered of the database may be stale. */
  epoch(): number;
  /** Begins a new epoch in every process. Called after writing what somebody may have remembered. */
  announce(): void;
  /** Counts for all nodes together what has this name; undefined: there is only this one. */
  readonly sharedLimit?: (name: string, rule: LimitRule) => Limit;
  close(): Promise<void>;
}
