/** The database as the domain sees it. */

import type { Awaitable, Limit } from "@toolwright/runtime";
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { Budgets } from "../config/budgets.ts";
import type { Schema } from "./schema.ts";

/** Runs queries: the database itself or a transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>;

/** At most `max` in a window that opens with the first of them. */
export interface LimitRule {
  readonly max: number;
  readonly seconds: number;
}

/** The database as the domain sees it. Only this folder knows which one it is. */
export interface Storage {
  readonly db: Kysely<Schema>;
  /** The most that an account may store in it. */
  readonly budgets: Budgets;
  /**
   * The rows of a read-only query outside of any transaction; synchronous if the database can answer synchronously.
   */
  read<Row>(query: CompiledQuery<Row>): Awaitable<Row[]>;
  /** Grows whenever caches of the database may be stale. */
  epoch(): number;
  /** Starts a new epoch in every process. Called after a write of something that may be cached. */
  startEpoch(): void;
  /** A limit that all nodes share by its name; undefined: there is only one node. */
  readonly sharedLimit?: (name: string, rule: LimitRule) => Limit;
  /**
   * Overwrites what deleted rows left in the files of the database. Returns a sentence about what it could not reach;
   * undefined: nothing is left.
   */
  purgeDeleted(): Promise<string | undefined>;
  close(): Promise<void>;
}
