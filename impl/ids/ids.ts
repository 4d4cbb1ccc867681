/** Ids of everything that the service stores. */
import { randomBase62 } from "./base62.ts";

/** The prefix of an id names the kind of thing. */
export type IdPrefix =
  | "acc"
  | "tok"
  | "frm"
  | "gen"
  | "rsp"
  | "fill"
  | "file"
  | "exp"
  | "img"
  | "ctx"
  | "quo"
  | "att"
  | "lsn"
  | "job"
  | "ses"
  | "crd"
  | "mdl";

/** A prefix such as `frm_` and 22 random characters (131 bits), so that ids cannot be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
