/** Questions with a list behind the question mark: people choose one of it, or several where the question asks for several. */
import { expect, test } from "vitest";
import type { Language } from "../../../../generated/types.ts";
import { parseFormText } from "../parse.ts";

function read(text: string, language: Language) {
  const { structure, problems } = parseFormText(`Plan\nName\n${text}`, { language, untitled: "New form" });
  const field = structure?.pages.flatMap(({ fields }) => fields)[1];
  const choices = field && "choices" in field ? field.choices.map(({ label }) => label[language]) : [];
  return { type: field?.type, label: field?.label[language], choices, problems };
}

test.each<[Language, string, string]>([
  ["en", "Which jobs would you take? setup, bar, clean-up", "multiple_choice"],
  ["en", "Which day suits you? Friday, Saturday", "single_choice"],
  ["en", "Which workshops would you like to attend? Pottery, Drawing, Weaving", "multiple_choice"],
  ["en", "Which size do you need? S, M, L, XL", "single_choice"],
  ["en", "Which dishes can you bring? Salad, Dessert, Bread", "multiple_choice"],
  ["en", "What languages do you speak? English, German, French", "multiple_choice"],
  ["en", "Which of these days can you come? Monday, Tuesday, Wednesday", "multiple_choice"],
  ["en", "Which bus will you take? 8:00, 9:30", "single_choice"],
  ["en", "Which class is your child in? 3a, 3b, 4a", "single_choice"],
  ["en", "Which instruments do you play? piano, violin, guitar, drums", "multiple_choice"],
  ["en", "Which allergies does your child have? nuts, milk, gluten, none", "multiple_choice"],
  ["de", "Welche Aufgaben würdest du übernehmen? Aufbau, Bar, Aufräumen", "multiple_choice"],
  ["de", "Welcher Tag passt dir? Freitag, Samstag", "single_choice"],
  ["de", "Welche Größe brauchst du? S, M, L", "single_choice"],
  ["de", "Welche Workshops möchtest du besuchen? Töpfern, Zeichnen, Weben", "multiple_choice"],
  ["de", "Welches Menü nimmst du? Fleisch, Fisch, Vegetarisch", "single_choice"],
  ["de", "Welche Sprachen sprichst du? Deutsch, Englisch, Türkisch", "multiple_choice"],
  ["de", "Welche Klasse besucht Ihr Kind? 3a, 3b, 4a", "single_choice"],
  ["de", "An welchen Tagen hast du Zeit? Montag, Dienstag, Mittwoch", "multiple_choice"],
  ["de", "Welche Farbe soll das T-Shirt haben? rot, blau, grün", "single_choice"],
  ["fr", "Quelles tâches pourriez-vous prendre ? installation, bar, nettoyage", "multiple_choice"],
  ["fr", "Quel jour vous convient ? vendredi, samedi", "single_choice"],
  ["fr", "Quelle taille vous faut-il ? S, M, L", "single_choice"],
  ["fr", "Quels ateliers souhaitez-vous suivre ? poterie, dessin, tissage", "multiple_choice"],
  ["fr", "Quelles langues parlez-vous ? français, anglais, arabe", "multiple_choice"],
  ["fr", "Quel menu choisissez-vous ? viande, poisson, végétarien", "single_choice"],
  ["es", "¿Qué días puedes venir? lunes, martes, miércoles", "multiple_choice"],
  ["es", "¿Cuáles talleres quieres visitar? cerámica, dibujo, tejido", "multiple_choice"],
])("%s: %s is a question with the list as its choices", (language, text, type) => {
  const [label, list] = text.split(/(?<=\?) /);
  const choices = list?.split(", ");
  expect(read(text, language)).toEqual({ type, label, choices, problems: [] });
});

test.each<[Language, string]>([
  ["en", "Which school? If none, say so"],
  ["en", "Which year? Write it, please"],
  ["en", "What should we know? access needs, allergies, holidays"],
  ["en", "What time suits you best? morning, afternoon, evening"],
  ["en", "Allergies? nuts, milk, eggs"],
  ["es", "Emoji que nos describe? sol, luna, mar"],
  ["de", "Welche Schule? Wenn keine, dann leer lassen"],
])("%s: %s is no list of choices", (language, text) => {
  expect(read(text, language)).toEqual({ type: "short_text", label: text, choices: [], problems: [] });
});

test.each<[string, string]>([
  ["Which jobs? bar | door", "multiple_choice"],
  ["Which jobs? (choose one): bar, door", "single_choice"],
  ["Which jobs?\n- bar\n- door", "multiple_choice"],
  ["Which job?\n- bar\n- door", "single_choice"],
  ["Which gas makes bread rise?\n- CO2\n- O2", "single_choice"],
])("how the choices are written makes no difference: %s", (text, type) => {
  expect(read(text, "en").type).toBe(type);
});
