/** The passkeys of accounts. */
import { isIP } from "node:net";
import type { Queries } from "../../platform/storage/storage.ts";
import type { AuthOptions } from "./better-auth.ts";
import type { Ceremonies } from "./passkey-ceremonies.ts";

/** How many an account may have, and how long a name may be. */
export const PASSKEY_LIMITS = { count: 20, name: 60 };

/** Browsers make passkeys for the name of a host, not for an IP address. */
export function offersPasskeys(publicUrl: string): boolean {
  return isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, "")) === 0;
}

/** Loads what they need when the first browser asks for it. */
export function lazyCeremonies(options: AuthOptions): () => Promise<Ceremonies> {
  let ceremonies: Promise<Ceremonies> | undefined;
  return () => {
    ceremonies ??= import("./passkey-ceremonies.ts").then(({ openCeremonies }) => openCeremonies(options));
    return ceremonies;
  };
}

export interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** The oldest first. */
export async function listPasskeys(queries: Queries, accountId: string): Promise<PasskeyInfo[]> {
  const own = queries.selectFrom("passkeys").where("account_id", "=", accountId);
  return own.select(["id", "name", "created_at"]).orderBy("created_at").orderBy("id").execute();
}

/** Removes one passkey of an account, or all. Sessions that it started go on. Nothing happens for one of another account. */
export async function removePasskeys(queries: Queries, accountId: string, id?: string): Promise<void> {
  const own = queries.deleteFrom("passkeys").where("account_id", "=", accountId);
  await (id === undefined ? own : own.where("id", "=", id)).execute();
}
