/** Parts that the pages about versions share. */
import type { FormVersion } from "../../../../../forms/versions.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";

export function versionName(t: OwnerTranslation, { version }: Pick<FormVersion, "version">): string {
  return t.say("versions_one", { number: String(version) });
}

/** Describes when a version was made, who made it, and with what. */
export function originText(
  t: OwnerTranslation,
  { createdAt, author }: Pick<FormVersion, "createdAt" | "author">,
): string {
  return `${t.zonedTime(createdAt)} · ${authorText(t, author)}`;
}

function authorText(t: OwnerTranslation, author: FormVersion["author"]): string {
  if (author === undefined) return t.say("versions_by_unknown");
  const { tool, email, name } = author;
  const who = email ?? t.say("versions_by_other");
  if (tool === "browser") return t.say("versions_by_browser", { who });
  if (name === null || name === "") return t.say(`versions_by_${tool}_unnamed`, { who });
  return t.say(`versions_by_${tool}`, { who, name: t.say("quoted", { text: name }) });
}
