/** All texts of the owner's pages, in English and German. */
import { accountDe } from "../../texts/owner/account/de.ts";
import { accountEn } from "../../texts/owner/account/en.ts";
import { changesDe } from "../../texts/owner/changes/de.ts";
import { changesEn } from "../../texts/owner/changes/en.ts";
import { de as editorDe } from "../../texts/owner/editor/de.ts";
import { en as editorEn } from "../../texts/owner/editor/en.ts";
import { formsDe } from "../../texts/owner/forms/de.ts";
import { formsEn } from "../../texts/owner/forms/en.ts";
import { profileDe } from "../../texts/owner/profile/de.ts";
import { profileEn } from "../../texts/owner/profile/en.ts";
import { responsesDe } from "../../texts/owner/responses/de.ts";
import { responsesEn } from "../../texts/owner/responses/en.ts";
import { settingsDe } from "../../texts/owner/settings/de.ts";
import { settingsEn } from "../../texts/owner/settings/en.ts";
import { generatorDe } from "../../texts/sentences/generator/de.ts";
import { generatorEn } from "../../texts/sentences/generator/en.ts";
import { schemaDe } from "../../texts/sentences/schema/de.ts";
import { schemaEn } from "../../texts/sentences/schema/en.ts";
import { sharingDe } from "../../texts/sentences/sharing/de.ts";
import { sharingEn } from "../../texts/sentences/sharing/en.ts";
import { structureDe } from "../../texts/sentences/structure/de.ts";
import { structureEn } from "../../texts/sentences/structure/en.ts";
import type { Plural } from "../../texts/texts.ts";

type Dictionary = Readonly<Record<string, string | Plural>>;

/** English and German, one pair for each area. */
export const ownerDictionaries: readonly (readonly [english: Dictionary, german: Dictionary])[] = [
  [accountEn, accountDe],
  [changesEn, changesDe],
  [editorEn, editorDe],
  [formsEn, formsDe],
  [profileEn, profileDe],
  [responsesEn, responsesDe],
  [settingsEn, settingsDe],
  [generatorEn, generatorDe],
  [schemaEn, schemaDe],
  [sharingEn, sharingDe],
  [structureEn, structureDe],
];

/** A text in all its plural forms. */
export function formsOf(text: string | Plural): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}
