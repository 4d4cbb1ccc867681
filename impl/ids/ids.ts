/** Ids of everything that the service stores. */
import { randomBase62 } from "./base62.ts";

/** What an id is of, readable from the id itself. */
export type IdPrefix = "acc" | "tok" | "frm" | "gen" | "rsp" | "fill" | "file" | "exp";

/** Such as `frm_` and 22 random characters (131 bits): nobody meets an id by guessing. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
