/** Shows the result of a post after its redirection. */
import { isOwnerText, type OwnerTextKey } from "../../../texts/owner/owner-texts.ts";
import type { OwnerRequest } from "../owner-pages.ts";

type NameIn<Key> = Key extends `done_${infer Name}` ? Name : never;

/** A result; each has a text: `created` has `done_created`. */
export type Done = NameIn<OwnerTextKey>;

/** Returns the text for the parameter `done` of the address; undefined: it is missing or unknown. */
export function doneText({ c, t }: OwnerRequest): string | undefined {
  const key = `done_${c.req.query("done")}`;
  return isOwnerText(key) ? t.say(key) : undefined;
}

export function doneAddress(path: string, done: Done): string {
  return `${path}${path.includes("?") ? "&" : "?"}done=${done}`;
}
