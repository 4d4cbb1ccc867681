/** Tells the names of members, which belong to the interface of a server, from keys that are data. */
import { isObject } from "@toolwright/json-schema";
import { fileName } from "../type-names.ts";

/** All values that a member has in several objects, and the first position at which an object has it. */
export interface Member {
  readonly values: unknown[];
  position: number;
}

/** An object with more members is a map. */
const maxMembers = 64;

/** A longer key is a text. */
const maxLength = 40;

/**
 * Whether the members of objects are the entries of a map: one of their keys is no name, they are many, or each of several has an object with the
 * same members.
 */
export function isMap(members: ReadonlyMap<string, Member>): boolean {
  return members.size > maxMembers || ![...members.keys()].every(isName) || hasOneForm(members);
}

function hasOneForm(members: ReadonlyMap<string, Member>): boolean {
  if (members.size < 2) return false;
  const values = [...members.values()].flatMap((member) => member.values);
  const forms = new Set(values.map((value) => (isObject(value) ? Object.keys(value).sort().join(" ") : "")));
  return forms.size === 1 && !forms.has("");
}

/** Words of letters, joined by `_` and `-` or by capital letters. Ids, dates, addresses and paths have other characters, or more digits. */
function isName(key: string): boolean {
  if (key.length > maxLength || key.replace(/\D/g, "").length > 2) return false;
  return /^[$@_]?\p{L}+(?:\d{1,2}(?!\d)\p{L}*|[-_]\p{L}+)*$/u.test(key);
}

/** Whether a member of this name may have an id, such as `orderId` or `parent_key`. */
export function isIdName(name: string): boolean {
  return /(^|_)(id|key|code|no|number|slug|uuid)s?$/.test(fileName(name));
}
