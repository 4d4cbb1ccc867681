/** Names the parts of a form that its text leaves out. */
import type { Ending, FormStructure } from "../../../generated/types.ts";
import type { Sentence, SentenceKey } from "../../texts/sentences/sentence.ts";
import { placedFields, placedPictures } from "../structure/places.ts";

/** Returns words for each, which stand below a heading or end a sentence. */
export function listUncovered(structure: FormStructure): Sentence[] {
  const fields = placedFields(structure).map(({ value }) => value);
  const conditional = fields.filter((field) => field.visible_if !== undefined);
  const retired = fields.filter((field) => "retired" in field && field.retired);
  const { hidden_fields = [], calculations = [], endings = [], welcome, theme, languages } = structure;
  const hasEndings = endings.length > 1 || endings.some(({ when }) => when !== undefined);
  const pictures = placedPictures(structure);
  const videos = pictures.filter(({ value }) => value.video !== undefined);
  const labels = conditional.map(({ label }) => `"${label[structure.default_language]}"`);
  return [
    ...(labels.length > 0
      ? [{ key: "uncovered_conditions" as const, values: { labels: onOneLine(labels) } }]
      : []),
    ...count("uncovered_retired", retired.length),
    ...count("uncovered_hidden_fields", hidden_fields.length),
    ...count("uncovered_calculations", calculations.length),
    ...count("uncovered_endings", hasEndings ? endings.length : 0),
    ...(!hasEndings && endings.some(hasMore) ? [{ key: "uncovered_event" as const }] : []),
    ...count("uncovered_pictures", pictures.length - videos.length),
    ...count("uncovered_videos", videos.length),
    ...(welcome ? [{ key: "uncovered_welcome" as const }] : []),
    ...(hasReceiptWords(structure) ? [{ key: "uncovered_receipt" as const }] : []),
    ...(theme ? [{ key: "uncovered_theme" as const }] : []),
    ...(languages.length > 1 ? [{ key: "uncovered_translations" as const }] : []),
  ];
}

/** Tells whether an ending without a condition has what its text leaves out. */
function hasMore({ calendar, redirect_at_once }: Ending): boolean {
  return calendar !== undefined || redirect_at_once === true;
}

/** Tells whether the owner has written words for the copies that respondents get. */
function hasReceiptWords({ settings = {} }: FormStructure): boolean {
  return settings.receipt_subject !== undefined || settings.receipt_text !== undefined;
}

function onOneLine(labels: readonly string[]): string {
  return labels.join(", ").replaceAll(/\s+/g, " ");
}

function count(key: SentenceKey, number: number): Sentence[] {
  return number === 0 ? [] : [{ key, values: { count: number } }];
}
