/** Warnings of forms in the languages of the owner's pages. They are written in English, for agents and people alike. */
import type { Language, Warning } from "../../../generated/types.ts";

/** By code. `{part}` stands for what the warning quotes, `{count}` for its number. */
const german: Readonly<Record<string, string>> = {
  answers_missing: "Die richtigen Antworten fehlen. Tragen Sie die Punkte selbst ein.",
  closing_date_passed: "Der Zeitpunkt, zu dem das Formular schließt, ist schon vorbei.",
  choices_missing: "{part} braucht eine Auswahl, und die Beschreibung nennt keine.",
  changed: "Wer schon geantwortet hat, sah das Formular, wie es vorher war.",
  condition_changed: "Eine Frage wird jetzt unter einer anderen Bedingung gezeigt, oder immer.",
  ending_changed: "Wer schon geantwortet hat, sah vielleicht eine andere Abschlussseite.",
  fields_added:
    "Ergänzt wurde, was so ein Formular meist braucht: {parts}. Löschen Sie, was Sie nicht wollen.",
  language_not_offered: "Eine Sprache, die Sie nennen, hat das Formular nicht.",
  link_left_out:
    "Den Link {part} hat das Sprachmodell geschrieben, Sie nennen ihn nicht. Fügen Sie ihn selbst hinzu, wenn er stimmt.",
  mention: "Eine Erwähnung in einem Text zeigt keine Antwort.",
  more: "Noch {count} weitere Stellen sind zu prüfen. Vergleichen Sie das Formular mit Ihrem Text.",
  not_understood: "{parts} wurde nicht verstanden und steht nicht im Formular.",
  pages_unclear: "Was auf welcher Seite steht, wurde nicht verstanden. Prüfen Sie die Seiten.",
  partly_understood: "Von {part} steht nicht alles im Formular. Prüfen Sie, was fehlt.",
  read_as: "{parts} wurde gedeutet. Sehen Sie nach, ob es so gemeint war.",
  required_added:
    "In den Antworten bisher steht zu einer Frage, die jetzt beantwortet werden muss, vielleicht nichts.",
  secret_left_out:
    "Nach {part} fragt das Formular nicht: Alle, die Antworten lesen dürfen, könnten es lesen.",
  type_guessed: "Was man bei {parts} eingibt, sagt die Beschreibung nicht. Prüfen Sie die Art der Frage.",
  unknown_image: "Ein Bild des Formulars gibt es nicht. Laden Sie es unter „Gestaltung“ hoch.",
  untranslated: "Nicht alle Texte sind übersetzt. Unter „Sprachen und Übersetzungen“ sehen Sie, welche.",
  unused_translation: "Es gibt Übersetzungen in einer Sprache, die das Formular nicht hat.",
};

const MAX_PARTS = 8;

/** The warning in this language, or as it is where the language has no words for it. */
export function warningText({ code, message }: Warning, language: Language): string {
  const text = language === "de" ? german[code] : undefined;
  if (text === undefined) return message;
  const parts = quotedIn(message);
  const [part] = parts;
  if (part === undefined && /\{parts?\}/.test(text)) return message;
  const values = { part, parts: listed(parts), count: /\d+/.exec(message)?.[0] };
  return text.replace(/\{(part|parts|count)\}/, (all, name: keyof typeof values) => values[name] ?? all);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} und ${parts.at(-1)}`;
}

/** What the message quotes, without examples of how to write it otherwise. */
function quotedIn(message: string): string[] {
  const quoted = [...message.matchAll(/"([^"]+)"/g)].map(([, part]) => part!);
  const own = quoted.filter((part, at) => !quoted.slice(0, at).some((earlier) => part.startsWith(earlier)));
  return own.slice(0, MAX_PARTS).map((part) => `„${part}“`);
}
