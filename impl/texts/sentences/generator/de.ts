/** Why the built-in generator refuses a prompt or an edit, in German. */
import type { DictionaryLike } from "../../owner/dictionary.ts";
import type { generatorEn } from "./en.ts";

export const generatorDe: DictionaryLike<typeof generatorEn> = {
  prompt_foreign:
    "Der Text scheint in einer Sprache zu sein, die keine der 24 Amtssprachen der EU ist. Der eingebaute Generator liest nur diese: Schreiben Sie in einer davon.",
  prompt_empty: "Der Text nennt nichts, wonach das Formular fragen soll.",
  prompt_part: "„{part}“ wurde nicht verstanden.",
  prompt_parts: "Nicht verstanden wurde unter anderem „{part}“.",
  edits_understood:
    "Der eingebaute Generator versteht zum Beispiel: Füge nach der E-Mail eine Telefonnummer hinzu; entferne die letzte Frage; mach die E-Mail optional; ändere den Titel zu Sommerfest; übersetze ins Englische.",
  edit_of: "„{instruction}“: {reason}",
  edit_not_understood: "„{instruction}“ wurde nicht verstanden. {understood}",
  edit_too_many_fields: "Ein Formular hat höchstens {most} Fragen.",
  edit_too_many_pages: "Ein Formular hat höchstens {most} Seiten.",
  edit_no_such_limit: "Für „{field}“ gibt es keine solche Grenze, weil die Frage von anderer Art ist.",
  edit_has_option: "„{field}“ hat {value} schon.",
  edit_too_few_choices: "„{field}“ braucht mehr Auswahlmöglichkeiten, als übrig blieben.",
  edit_which_choices:
    "Mehrere Fragen haben Auswahlmöglichkeiten, oder keine. Sagen Sie, zu welcher die neue gehört, etwa: Füge bei Farbe die Option Grün hinzu.",
  edit_no_choices: "„{field}“ hat keine Auswahlmöglichkeiten.",
  edit_which_field: "Es steht nicht da, welches Feld gemeint ist.",
  edit_names_no_field: "„{text}“ nennt keine Frage.",
  edit_several_fields:
    "Mehrere Fragen könnten „{text}“ sein: {fields}. Nennen Sie eine mit ihrem ganzen Wortlaut.",
  edit_no_such_page: "Eine Seite {page} gibt es nicht.",
  edit_no_placeholder: "Für „{field}“ gibt es keinen Platzhalter, weil die Frage von anderer Art ist.",
  edit_needs_choices:
    "Dafür braucht „{field}“ Auswahlmöglichkeiten. Nennen Sie sie, etwa: Ändere Farbe in eine Auswahlliste (rot, blau).",
  edit_unknown_field: "„{text}“ nennt keine Frage, die der eingebaute Generator kennt.",
  edit_already_there: "Nach {text} fragt das Formular schon.",
  edit_beside_itself: "„{field}“ kann nicht neben sich selbst stehen.",
};
