/** What is wrong with a structure, in German, as owners read it: whole sentences, behind the name of the question. */
import type { DictionaryLike } from "../../owner/dictionary.ts";
import type { structureEn } from "./en.ts";

export const structureDe: DictionaryLike<typeof structureEn> = {
  bound_above:
    "Der kleinste Wert {min} liegt über dem größten {max}, daher passt keine Antwort. Tauschen Sie beide.",
  bound_no_integer: "Zwischen {min} und {max} liegt keine ganze Zahl. Erweitern Sie den Bereich.",
  bound_no_day: "Den Tag {bound} gibt es in keinem Kalender.",
  bound_selections:
    "Verlangt werden {wanted} Angaben, möglich sind {offered}. Fügen Sie Auswahlmöglichkeiten hinzu, oder verlangen Sie weniger.",
  bound_scale_order: "Der größte Wert muss über dem kleinsten liegen ({max} ≤ {min}).",
  bound_scale_step:
    "Der Schritt führt nicht von {min} bis {max}: Der letzte Punkt ist {last}. Wählen Sie einen Schritt, der {span} teilt.",

  capacity_too_many:
    "Zusammen haben {count} Auswahlmöglichkeiten eine Anzahl von Plätzen; höchstens {most} dürfen eine haben. Lassen Sie sie weg, wo sie nicht nötig ist.",

  test_no_answer: "Auf „{field}“ gibt es keine Antwort. Wählen Sie eine Frage, auf die es eine gibt.",
  test_operator: "Der Vergleich „{operator}“ passt nicht zu „{field}“. Möglich sind: {allowed}.",
  test_value: "Die Antwort auf „{field}“ ist nie {value}. Geben Sie {expected} an.",
  expected_number: "eine Zahl",
  expected_boolean: "Ja oder Nein (true oder false)",
  expected_date: "ein Datum in der Form JJJJ-MM-TT",
  expected_time: "eine Uhrzeit in der Form HH:MM",
  expected_datetime: "Datum und Uhrzeit in der Form JJJJ-MM-TTTHH:MM",
  expected_choice: "eine der Auswahlmöglichkeiten: {ids}",
  expected_text: "einen Text",

  id_repeated: "Den Namen „{id}“ gibt es schon bei {earlier}. {rule}; wählen Sie einen anderen.",
  ids_of_fields: "Fragen, versteckte Felder und Berechnungen haben verschiedene Namen",
  ids_of_pages: "Seiten haben verschiedene Namen",
  ids_of_endings: "Abschlussseiten haben verschiedene Namen",
  ids_of_choices: "Auswahlmöglichkeiten einer Frage haben verschiedene Namen",
  ids_of_rows: "Zeilen einer Matrix haben verschiedene Namen",
  ids_of_columns: "Spalten einer Matrix haben verschiedene Namen",

  page_too_large:
    "Die Seite ist im Browser bis zu {bytes} Bytes groß; erlaubt sind {most}. Verschieben Sie Fragen auf andere Seiten, oder geben Sie Fragen wie „{field}“ weniger Zeilen, Spalten, Auswahlmöglichkeiten oder Erwähnungen von Antworten, oder kürzere Texte.",

  pattern_classes:
    "Das Muster ist zusammen mit denen davor zu aufwendig: Sie haben viele Klassen wie \\p{L}, oder (?i) mit weiten Bereichen. Verwenden Sie weniger davon, oder lassen Sie (?i) weg.",
  pattern_invalid:
    "Das Muster ist kein regulärer Ausdruck in der Syntax RE2. Der Fehler liegt bei {part}. RE2 kennt kein Vorausschauen und keine Rückverweise.",
  pattern_refused:
    "Das Muster ist kein regulärer Ausdruck in der Syntax RE2. RE2 kennt kein Vorausschauen und keine Rückverweise.",
  pattern_size:
    "Das Muster ist zusammen mit denen davor zu groß. Wiederholungen wie {1,1000} vervielfachen, was sie wiederholen: Verringern Sie die Zahlen, oder begrenzen Sie die Zeichen.",
  pattern_steps:
    "Das Muster würde zusammen mit denen davor zu lange brauchen, bei Antworten mit {longest} Zeichen. Begrenzen Sie die Zeichen, oder verringern Sie die Zahlen von Wiederholungen wie {1,1000}.",

  reference_late: "„{field}“ kommt zu spät. Möglich sind {allowed}.",
  reference_unknown: "„{field}“ gibt es in dem Formular nicht. Möglich sind {allowed}.",
  allowed_earlier: "versteckte Felder und Fragen, die davor kommen",
  allowed_before: "Fragen, versteckte Felder und Berechnungen, die davor stehen",
  allowed_all: "Fragen, versteckte Felder und Berechnungen",
  wrong_operand: "„{field}“ passt hier nicht. Nötig ist {expected}.",
  operand_number: "eine Zahl: eine Frage nach Zahl, Bewertung, Skala oder NPS, oder eine Berechnung davor",
  operand_countable: "etwas zum Zählen: eine Frage mit Auswahl, eine Matrix oder Dateien",
  operand_choices: "eine Frage mit Auswahlmöglichkeiten",
  score_choice: "Diese Auswahlmöglichkeit hat „{field}“ nicht. Es gibt {choices}.",
  ids_and_more: "{ids} und {more} weitere",
  ending_always:
    "Diese Abschlussseite hat keine Bedingung. Sie wird daher immer gezeigt, und die danach nie. Stellen Sie sie ans Ende.",

  too_many_fields:
    "Das Formular hat {fields} Fragen; höchstens {most} sind möglich. Teilen Sie es in mehrere Formulare.",
  too_many_bytes:
    "Das Formular ist als JSON {bytes} Bytes groß; höchstens {most} sind möglich. Kürzen Sie Texte, oder teilen Sie es.",
  too_deep: "Das ist mehr als {most} Ebenen tief. Machen Sie aus einem Teil eine eigene Berechnung.",
  structure_too_deep: "Das Formular ist zu tief verschachtelt. Machen Sie es flacher.",

  default_not_offered:
    "Die Standardsprache {language} ist keine der Sprachen des Formulars ({languages}). Fügen Sie sie hinzu, oder wählen Sie eine davon.",
  text_missing: "Der Text fehlt in der Standardsprache ({language}).",
  text_blank: "Der Text ist leer. Schreiben Sie einen, oder lassen Sie ihn ganz weg.",
  text_control: "Der Text enthält ein Steuerzeichen, das man nicht lesen kann. Lassen Sie es weg.",
  text_half_character: "Der Text enthält ein halbes Zeichen. Schreiben Sie es ganz, oder lassen Sie es weg.",
  title_too_long:
    "Der Titel hat mehr als {most} Zeichen. Kürzen Sie ihn; in der Beschreibung ist Platz für mehr.",
  title_unreadable: "{reason}",
};
