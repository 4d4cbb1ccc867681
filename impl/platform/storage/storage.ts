/** The database as the domain sees it. */

import type { Awaitable, Limit } from "@toolwright/runtime";
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { Budgets } from "../config/budgets.ts";
import type { Schema } from "./schema.ts";

/** Runs queries: the database itself or a transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>;

/** At most `max` requests in a window that opens with the first one. */
export interface LimitRule {
  readonly max: number;
  readonly seconds: number;
}

/** The database as the domain sees it. Only this folder knows which one it is. */
export interface Storage {
  readonly db: Kysely<Schema>;
  /** The limits on the data that an account may store. */
  readonly budgets: Budgets;
  /**
   * Reads the rows of a read-only query outside of any transaction; synchronous if the database can answer synchronously.
   */
  read<Row>(query: CompiledQuery<Row>): Awaitable<Row[]>;
  /** Returns a number that grows whenever caches of the database may be stale. */
  epoch(): number;
  /** Starts a new epoch in every process. Writers of cached data call it after the write. */
  startEpoch(): void;
  /** A limit that all nodes share by its name; undefined: there is only one node. */
  readonly sharedLimit?: (name: string, rule: LimitRule) => Limit;
  /**
   * Overwrites the remains of deleted rows in the files of the database. Returns a sentence about remains that it could not
   * overwrite; undefined: there are none.
   */
  purgeDeleted(): Promise<string | undefined>;
  close(): Promise<void>;
}
