/** Says after a redirection what the post before it did. */
import { isOwnerText, type OwnerTextKey } from "../../../texts/owner/owner-texts.ts";
import type { OwnerRequest } from "../owner-pages.ts";

type NameIn<Key> = Key extends `done_${infer Name}` ? Name : never;

/** Each has a text: `created` has `done_created`. */
export type Done = NameIn<OwnerTextKey>;

/** The text for the parameter `done` of the address; undefined: there is none, or it is not a known one. */
export function doneText({ c, t }: OwnerRequest): string | undefined {
  const key = `done_${c.req.query("done")}`;
  return isOwnerText(key) ? t.say(key) : undefined;
}

export function doneAddress(path: string, done: Done): string {
  return `${path}${path.includes("?") ? "&" : "?"}done=${done}`;
}
