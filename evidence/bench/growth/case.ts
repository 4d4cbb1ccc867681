/** Describes a case of the growth bench, measured at 1x, 10x and 100x, and prepares its storage. */

import { createTokens } from "../../../impl/accounts/tokens/tokens.ts";
import type { FileStore } from "../../../impl/platform/files/store.ts";
import type { Storage } from "../../../impl/platform/storage/storage.ts";
import { now } from "../seeded-forms.ts";
import { ownedForm } from "./storage.ts";

export interface Parts {
  readonly storage: Storage;
  readonly files: FileStore;
  /** How much there is: the last of three numbers is 100 times the first one. */
  readonly count: number;
}

/** Prepares the data, and returns the function to measure: a call that users wait for, or background work. */
export type Prepare = (parts: Parts) => Promise<() => unknown>;

export interface Growth {
  readonly what: string;
  /** At 1x; the others are 10 and 100 times it. */
  readonly first: number;
  readonly prepare: Prepare;
}

/** New tokens of one account. */
export async function mintTokens(storage: Storage, count: number) {
  const { account } = await ownedForm(storage, "tokens@example.org");
  const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
  const made: Awaited<ReturnType<typeof createTokens>>[number][] = [];
  while (made.length < count) {
    const some = Math.min(1_000, count - made.length);
    made.push(...(await createTokens(storage.db, account, wish, some, now)));
  }
  return made;
}
