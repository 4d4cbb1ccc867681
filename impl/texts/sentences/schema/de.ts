/** What is said in German of values that do not fit their schema. */
import type { DictionaryLike } from "../../owner/dictionary.ts";
import type { schemaEn } from "./en.ts";

export const schemaDe: DictionaryLike<typeof schemaEn> = {
  schema_minimum: "Der Wert muss mindestens {limit} sein.",
  schema_maximum: "Der Wert darf höchstens {limit} sein.",
  schema_above: "Der Wert muss größer als {limit} sein.",
  schema_below: "Der Wert muss kleiner als {limit} sein.",
  schema_multiple: "Der Wert muss ein Vielfaches von {step} sein.",
  schema_min_length: "Nötig sind mindestens {limit} Zeichen.",
  schema_min_character: "Nötig ist mindestens ein Zeichen.",
  schema_max_length: "Erlaubt sind höchstens {limit} Zeichen.",
  schema_max_character: "Erlaubt ist höchstens ein Zeichen.",
  schema_min_items: "Nötig sind mindestens {limit} Einträge.",
  schema_min_item: "Nötig ist mindestens ein Eintrag.",
  schema_max_items: "Erlaubt sind höchstens {limit} Einträge.",
  schema_max_item: "Erlaubt ist höchstens ein Eintrag.",
  schema_min_properties: "Nötig sind mindestens {limit} Angaben.",
  schema_min_property: "Nötig ist mindestens eine Angabe.",
  schema_unique: "Kein Eintrag darf zweimal vorkommen.",
  schema_pattern: "Die Schreibweise stimmt nicht. Sie muss zu diesem Muster passen: {pattern}",
  schema_format: "Die Schreibweise stimmt nicht. Richtig ist zum Beispiel {example}.",
  schema_required_one: "Diese Angabe fehlt: {value}",
  schema_required: "Diese Angabe fehlt.",
  schema_property_guess: "Diese Eigenschaft gibt es hier nicht. Meinten Sie {match}?",
  schema_property: "Diese Eigenschaft gibt es hier nicht.",
  schema_property_elsewhere: "Diese Eigenschaft gehört zu einer anderen Art von Frage.",
  schema_name: "Den Namen {name} darf es hier nicht geben.",
  schema_value_guess: "Möglich ist nur: {values}. Meinten Sie {match}?",
  schema_value: "Möglich ist nur: {values}.",
  schema_type: "Der Wert ist von der falschen Art.",
  schema_exact: "Der Wert muss {value} sein.",
};
