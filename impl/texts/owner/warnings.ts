/** Warnings of forms in the languages of the owner's pages. They are written in English, for agents and people alike. */
import type { Language, Warning } from "../../../generated/types.ts";

/** By code. `{part}` stands for what the warning quotes. */
const german: Readonly<Record<string, string>> = {
  already_there: "{part} gibt es in dem Formular schon.",
  answers_missing: "Die richtigen Antworten fehlen. Tragen Sie die Punkte selbst ein.",
  closing_date_passed: "Der Zeitpunkt, zu dem das Formular schließt, ist schon vorbei.",
  changed: "Wer schon geantwortet hat, sah das Formular, wie es vorher war.",
  condition_changed: "Eine Frage wird jetzt unter einer anderen Bedingung gezeigt, oder immer.",
  ending_changed: "Wer schon geantwortet hat, sah vielleicht eine andere Abschlussseite.",
  fields_added:
    "Ergänzt wurde, was so ein Formular meist braucht: {parts}. Löschen Sie, was Sie nicht wollen.",
  language_not_offered: "Eine Sprache, die Sie nennen, hat das Formular nicht.",
  link_left_out:
    "Den Link {part} hat das Sprachmodell geschrieben, Sie nennen ihn nicht. Fügen Sie ihn selbst hinzu, wenn er stimmt.",
  mention: "Eine Erwähnung in einem Text zeigt keine Antwort.",
  no_choices: "Für {part} nennt die Beschreibung keine Auswahl. Gefragt wird daher nach einem Text.",
  not_understood:
    "Aus {part} ist nichts geworden. Fügen Sie die Frage selbst hinzu, oder beschreiben Sie sie unter „Mit KI ändern“ anders.",
  partly_understood: "Von {part} steht nicht alles im Formular. Prüfen Sie, was fehlt.",
  questions_missing:
    "Quizfragen kennt der eingebaute Generator nicht. Ersetzen Sie die nummerierten durch eigene.",
  read_as: "{part} wurde gedeutet. Sehen Sie nach, ob es so gemeint war.",
  required_added:
    "In den Antworten bisher steht zu einer Frage, die jetzt beantwortet werden muss, vielleicht nichts.",
  secret_left_out:
    "Nach {part} fragt das Formular nicht: Alle, die Antworten lesen dürfen, könnten es lesen.",
  too_many_fields:
    "So viele Fragen kann ein Formular nicht haben. Einige fehlen, die erste davon ist {part}.",
  type_guessed: "Was man bei {parts} eingibt, sagt die Beschreibung nicht. Prüfen Sie die Art der Frage.",
  unknown_image: "Ein Bild des Formulars gibt es nicht. Laden Sie es unter „Gestaltung“ hoch.",
  untranslated: "Nicht alle Texte sind übersetzt. Unter „Sprachen und Übersetzungen“ sehen Sie, welche.",
  unused_translation: "Es gibt Übersetzungen in einer Sprache, die das Formular nicht hat.",
  usual_questions: "Die Beschreibung nennt keine Fragen. Das Formular hat die, die üblich sind.",
};

const MAX_PARTS = 8;

/** The warning in this language, or as it is where the language has no words for it. */
export function warningText({ code, message }: Warning, language: Language): string {
  // The built-in generator has one code for what it left out as a whole and in part.
  const kind = code === "not_understood" && message.startsWith("Not all of") ? "partly_understood" : code;
  const text = language === "de" ? german[kind] : undefined;
  if (text === undefined) return message;
  const parts = quotedIn(message);
  if (parts.length === 0 && /\{parts?\}/.test(text)) return message;
  // The function keeps `$` in a part from being read as a pattern.
  return text.replace(/\{(parts?)\}/, (_, name) => (name === "part" ? parts[0]! : parts.join(", ")));
}

/** What the message quotes, without examples of how to write it otherwise. */
function quotedIn(message: string): string[] {
  const quoted = [...message.matchAll(/"([^"]+)"/g)].map(([, part]) => part!);
  const own = quoted.filter((part, at) => !quoted.slice(0, at).some((earlier) => part.startsWith(earlier)));
  return own.slice(0, MAX_PARTS).map((part) => `„${part}“`);
}
