/** Ids of everything that the service stores, and the random texts that they are made of. */
import { randomBytes } from "node:crypto";

/** The prefix of an id, which names its kind. */
export type IdPrefix =
  | "acc"
  | "tok"
  | "app"
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
  | "mdl"
  | "whk"
  | "inv"
  | "msg"
  | "cpy"
  | "view"
  | "fld"
  | "wtp";

/** A prefix such as `frm_` and 22 random characters (131 bits), so that ids cannot be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters of 5.95 random bits each. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      // 248 = 4 * 62: larger bytes would make the first digits more likely than the others.
      if (byte < 248 && text.length < length) text += DIGITS[byte % 62];
    }
  }
  return text;
}

/** A number in exactly `width` digits, with leading zeros. The number must fit. */
export function toBase62(number: bigint, width: number): string {
  let text = "";
  for (let rest = number; text.length < width; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
