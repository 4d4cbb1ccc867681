/** Reads lists whose heading says only whether their fields must be filled in: "Required: name, email. Optional: phone". */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import type { Item, Outline, Section } from "./outline.ts";

/** A heading that marks its list, and what stands before it: "Bike register, required". */
export interface ListMark {
  readonly required: boolean;
  readonly title: string;
}

/** The mark of a heading; undefined: it says something else. */
export function listMark(head: string, grammar: Grammar): ListMark | undefined {
  const [, title = "", last = head] = /^(.+?)(?:,| [-–—]) ([^,]+)$/u.exec(head) ?? [];
  const folded = fold(last.replace(/[:\s]+$/u, ""));
  const sets = [
    { set: grammar.optional, required: false },
    { set: grammar.required, required: true },
  ];
  for (const { set, required } of sets) {
    const found = set.first(folded);
    if (!found) continue;
    const rest = `${folded.slice(0, found.start)} ${folded.slice(found.end)}`;
    const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
    const nouns = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.fieldNouns ?? []);
    const isOnlyMark = words.every(
      (word) => nouns.is(word) || FIELDS.test(word) || grammar.fillers.is(word) || grammar.copulas.is(word),
    );
    if (isOnlyMark) return { required, title };
  }
  return undefined;
}

/** "fields", "data" and "only" in the large languages, without accents. */
const FIELDS =
  /^(?:fields?|data|details|items?|felder|angaben|champs?|campos?|campi|datos|dati|dados|velden|gegevens|pola|dane|falt|uppgifter|felt|felter|oplysninger|kentat|tiedot|pole|polia|udaje|mezok|adatok|campuri|date|полета|данни|πεδια|στοιχεια|polja|podaci|podatki|laukai|duomenys|lauki|dati|valjad|andmed|reimsi|sonrai|oqsma|dejta|only|nur|if|these|the|following|folgende|are|sind)$/u;

/** The items of a list with its mark. */
export function withMark(items: readonly Item[], required: boolean, grammar: Grammar): Item[] {
  const words = required ? grammar.words.required : grammar.words.optional;
  const word = words.split(",")[0]!.trim();
  return items.map((item) => ({ ...item, shared: item.shared ? `${item.shared}, ${word}` : word }));
}

/** Headings over lines and segments that are only marks make no page: their items go to the page before. */
export function joinMarkedSections(outline: Outline, grammar: Grammar): void {
  const joined: Section[] = [];
  for (const section of outline.sections) {
    const mark = section.title === undefined ? undefined : listMark(section.title, grammar);
    if (mark && mark.title !== "") outline.purposeTexts.push(mark.title);
    const items = mark ? withMark(section.items, mark.required, grammar) : section.items;
    if (mark && joined.length > 0) joined.at(-1)!.items.push(...items);
    else joined.push(mark ? { items: [...items] } : section);
  }
  outline.sections.splice(0, outline.sections.length, ...joined);
}
