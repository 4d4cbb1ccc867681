/** The verbs that begin instructions. */
import { fold } from "../lexicon/fold.ts";
import { type PhraseSet, phraseSet } from "../lexicon/phrases.ts";

/** Verbs of instructions: English, then German, French, Spanish, Italian, Dutch, Portuguese and Polish. */
export const VERBS = {
  add: set(`
    add, insert, include, append, also add, also include, also ask for, ask for, i also need, we also need, put in, create,
    fuge, erganze, hinzufugen, frage nach, ajoute, ajoutez, ajouter, anade, anadir, agrega, agregar, aggiungi, aggiungere,
    voeg, toevoegen, adiciona, adicione, adicionar, acrescenta, dodaj`),
  remove: set(`
    remove, delete, drop, take out, get rid of, leave out, erase, entferne, losche, streiche, nimm, supprime, supprimez,
    supprimer, enleve, retire, elimina, eliminar, quita, borra, rimuovi, togli, verwijder, remova, remove o, apaga, usun`),
  rename: set(
    "rename, relabel, benenne, renomme, renommez, renombra, rinomina, hernoem, renomeia, renomeie, zmien nazwe",
  ),
  change: set(`
    change, turn, convert, make, switch, set, replace, update, andere, mache, mach, wandle, setze, change le, changez, modifie,
    cambia, convierte, modifica, verander, wijzig, maak, altera, muda, zmien`),
  move: set(
    "move, put, place, shift, verschiebe, setze, stelle, deplace, deplacez, mueve, sposta, verplaats, move o, przenies",
  ),
  limit: set(
    "limit, restrict, allow, set, require, let, begrenze, beschranke, erlaube, limite, limita, permite, beperk",
  ),
  translate: set(
    "translate, also offer, offer, add, ubersetze, traduis, traduire, traduce, traduci, vertaal, traduz, przetlumacz, fuge",
  ),
  show: set("show, ask, display, only show, only ask, zeige, frage"),
} as const satisfies Record<string, PhraseSet>;

function set(phrases: string): PhraseSet {
  return phraseSet(
    phrases
      .split(",")
      .map((phrase) => phrase.trim().replace(/\s+/g, " "))
      .filter((phrase) => phrase !== ""),
  );
}

/** The text after the verb that an instruction begins with; undefined if it begins with none of `verbs`. */
export function after(instruction: string, verbs: PhraseSet): string | undefined {
  const found = verbs.start(fold(instruction.slice(0, 120)));
  if (!found) return undefined;
  const rest = instruction.slice(found.end).trim();
  return rest === "" ? undefined : withoutParticle(rest);
}

/** Drops the particle that German and Dutch verbs put at the end: "füge ein Feld hinzu", "benenne X in Y um". */
function withoutParticle(rest: string): string {
  return rest.replace(/ (?:hinzu|um|ein|toe|raus|weg)$/i, "").trim();
}

/** Whether a text begins with a verb of an instruction. An "and" before it then ends the instruction before. */
export function startsInstruction(text: string): boolean {
  const folded = fold(text.slice(0, 60));
  return Object.entries(VERBS).some(([name, verbs]) => name !== "show" && verbs.start(folded) !== undefined);
}
