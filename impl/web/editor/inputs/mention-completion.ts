/** Completes `{{` in texts that can show answers. */
import type { FormStructure } from "../../../../generated/types.ts";
import { mentionables } from "../../../forms/mention.ts";
import { allFields } from "../model/edits.ts";
import { listSources } from "../model/sources.ts";
import { type Complete, matchOptions } from "./completion.ts";

const MENTIONING =
  /^\/(description|welcome\/(title|text)|settings\/receipt_(subject|text)|endings\/\d+\/(title|message|calendar\/(title|place))|pages\/(?<page>\d+)\/(title|fields\/(?<field>\d+)\/(label|description|statement)))$/;

/**
 * Offers the answers that respondents give before they see the text.
 * @param path JSON Pointer of the text
 * @returns undefined if the text cannot have mentions, or there is no answer before it
 */
export function mentionCompletion(structure: FormStructure, path: string): Complete | undefined {
  const match = MENTIONING.exec(path);
  if (match === null) return undefined;
  const { page = 0, field = 0 } = match.groups ?? {};
  const isEnding = /^\/(endings|settings)/.test(path);
  const reader = isEnding ? undefined : structure.pages[Number(page)]?.fields[Number(field)];
  const fields = allFields(structure);
  const later = fields.slice(reader ? fields.indexOf(reader) : fields.length);
  const named = mentionables(structure);
  const options = listSources(structure)
    .filter(({ id }) => named.has(id) && !later.some((one) => one.id === id))
    .map(({ id, label }) => ({ text: `{{${id}}}`, label }));
  if (options.length === 0) return undefined;
  return (text, caret, isAsked) => {
    const [start = "", typed] = /\{\{(\w*)$/.exec(text.slice(0, caret)) ?? [];
    if (typed === undefined && !isAsked) return undefined;
    const to = text.startsWith("}}", caret) ? caret + 2 : caret;
    return matchOptions(caret - start.length, start === "" ? caret : to, typed ?? "", options);
  };
}
