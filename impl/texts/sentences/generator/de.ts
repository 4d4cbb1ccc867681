/** Why the built-in generator refuses a prompt or an edit, in German. */
import type { DictionaryLike } from "../../owner/dictionary.ts";
import type { generatorEn } from "./en.ts";

export const generatorDe: DictionaryLike<typeof generatorEn> = {
  prompt_foreign:
    "Der Text scheint in einer Sprache zu sein, die keine der 24 Amtssprachen der EU ist. Der eingebaute Generator liest nur diese: Schreiben Sie in einer davon.",
  prompt_empty:
    "Der Text nennt weder eine Art von Formular noch etwas zum Fragen. Sagen Sie, wofür es ist, und nennen Sie die Fragen, etwa: Feedback mit Name, E-Mail, Bewertung von 1 bis 5 und Kommentar (freiwillig).",
  edits_understood:
    "Der eingebaute Generator versteht zum Beispiel: Füge nach der E-Mail eine Telefonnummer hinzu; entferne die letzte Frage; mach die E-Mail optional; ändere den Titel zu Sommerfest; übersetze ins Englische. Agenten senden genaue Änderungen als `operations`.",
  edit_of: "„{instruction}“: {reason}",
  edit_empty: "Der Text enthält keine Anweisung. {understood}",
  edit_not_understood: "„{instruction}“ wurde nicht verstanden. {understood}",
  edit_no_field_left: "Ein Formular braucht mindestens eine Frage.",
  edit_add_first: "Ein Formular braucht mindestens eine Frage. Fügen Sie zuerst die neuen hinzu.",
  edit_too_many_fields: "Ein Formular hat höchstens {most} Fragen.",
  edit_too_many_pages: "Ein Formular hat höchstens {most} Seiten.",
  edit_depends_on_later: "„{field}“ hängt von „{later}“ ab und würde davor stehen.",
  edit_section_heading: "Ein Abschnitt braucht eine Überschrift. Nennen Sie sie.",
  edit_right_answers:
    "Welche Antworten richtig sind, lässt sich so nicht angeben. Beschreiben Sie das Quiz als neues Formular, oder tragen Sie die Punkte unter „Berechnungen“ ein.",
  edit_no_such_limit: "Für „{field}“ gibt es keine solche Grenze, weil die Frage von anderer Art ist.",
  edit_today_needs_date: "„{field}“ ist kein Datum und kann sich daher nicht nach heute richten.",
  edit_one_answer: "Auf „{field}“ gibt es nur eine Antwort.",
  edit_no_email: "Das Formular fragt nicht nach einer E-Mail-Adresse.",
  edit_total_needs_numbers: "„{field}“ ist keine Zahl und lässt sich daher nicht zusammenzählen.",
  edit_has_option: "„{field}“ hat {value} schon.",
  edit_too_few_choices: "„{field}“ braucht mehr Auswahlmöglichkeiten, als übrig blieben.",
  edit_ranking_not_shuffled: "Eine Rangfolge wird nicht gemischt.",
  edit_ranking_of_all: "„{field}“ ist eine Rangfolge aller Auswahlmöglichkeiten.",
  edit_ranking_no_other: "In einer Rangfolge gibt es keine eigenen Antworten.",
  edit_which_choices:
    "Mehrere Fragen haben Auswahlmöglichkeiten, oder keine. Sagen Sie, zu welcher die neue gehört, etwa: Füge bei Farbe die Option Grün hinzu.",
  edit_no_choices: "„{field}“ hat keine Auswahlmöglichkeiten.",
  edit_no_such_choice: "„{field}“ hat keine Auswahlmöglichkeit „{choice}“. Es gibt: {known}.",
  edit_language:
    "Formulare gibt es in den 24 Amtssprachen der EU. Eine Sprache, die Sie nennen, ist keine davon.",
  edit_which_field: "Es steht nicht da, welches Feld gemeint ist.",
  edit_names_no_field: "„{text}“ nennt keine Frage.",
  edit_condition:
    "„{text}“ nennt keine Antwort auf eine Frage davor. Bedingungen richten sich nach früheren Fragen, etwa: Zeige Kommentar nur, wenn „Kommen Sie?“ ja ist.",
  edit_several_fields:
    "Mehrere Fragen könnten „{text}“ sein: {fields}. Nennen Sie eine mit ihrem ganzen Wortlaut.",
  edit_no_such_field: "Eine Frage „{text}“ gibt es nicht. Das Formular hat: {fields}.",
  edit_ranking_capacity: "„{field}“ ist eine Rangfolge, dort werden keine Plätze vergeben.",
  edit_which_capacity:
    "Mehrere Fragen haben Auswahlmöglichkeiten, oder keine. Nennen Sie die Frage, deren Plätze begrenzt sein sollen.",
  edit_no_such_page: "Eine Seite {page} gibt es nicht.",
  edit_one_page: "Eine Seite {page} gibt es nicht: Das Formular hat eine Seite.",
  edit_pages: "Eine Seite {page} gibt es nicht: Das Formular hat {pages} Seiten.",
  edit_too_few_fields: "{fields} Fragen füllen keine {pages} Seiten.",
  edit_begins_page: "Mit „{field}“ beginnt schon eine Seite.",
  edit_empty_page: "Eine Seite braucht mindestens eine Frage. Sagen Sie, welche darauf stehen.",
  edit_no_placeholder: "Für „{field}“ gibt es keinen Platzhalter, weil die Frage von anderer Art ist.",
  edit_needs_choices:
    "Dafür braucht „{field}“ Auswahlmöglichkeiten. Nennen Sie sie, etwa: Ändere Farbe in eine Auswahlliste (rot, blau).",
  edit_unknown_field: "„{text}“ nennt keine Frage, die der eingebaute Generator kennt.",
  edit_already_there: "Nach {text} fragt das Formular schon.",
  edit_in_calculation: "Eine Berechnung verwendet „{field}“. Ändern Sie sie zuerst unter „Berechnungen“.",
  edit_in_ending: "Eine Abschlussseite hängt von „{field}“ ab. Ändern Sie zuerst deren Bedingung.",
  edit_beside_itself: "„{field}“ kann nicht neben sich selbst stehen.",
  edit_leaves_pages_empty: "Dann wären die anderen Seiten leer.",
};
