/** Tells parts of an instruction, such as "as free text please", from names of choices and fields. */
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import type { EditContext } from "./context.ts";

/** Words that a name of more than two words does not begin with: "wenn jemand zusagt", "na samym końcu". */
const LEADS = [
  "not",
  "only",
  "if",
  "as",
  "to",
  "of",
  "on",
  "with",
  "after",
  "before",
  "by",
  "askFor",
] as const;
/** Words that no name has: "as free text please". */
const ANYWHERE = ["polite"] as const;
/** Words that only instructions have, in the other languages: "ainult neilt", "а датата да не е в миналото", "tussen naam". */
const INSIDE = [
  "only",
  "not",
  "isNot",
  "mustNotBe",
  "noPast",
  "noFuture",
  "forThose",
  "between",
  "unless",
  "insteadOf",
  "mustBeGiven",
  "needNotBeGiven",
  "exceed",
  "remove",
  "lacking",
] as const;
/** "helemaal bovenaan": one word alone may be a choice, as "primero" is. */
const PLACES = ["top", "end"] as const;
/** Words that are no names by themselves: "both". */
const ALONE = ["pronouns", "all", "everything", "bothWords"] as const;

/** Whether a text that nobody put in quotes is a part of an instruction, and no name. */
export function isFragment(text: string, { instructionLanguages: [language] }: EditContext): boolean {
  const folded = fold(text.trim());
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || language === undefined) return false;
  const { vocabulary } = instructionsIn(language);
  const sets = (names: readonly string[]) => names.map((name) => wordSet(vocabulary[name] ?? []));
  // "of mensen met de auto komen" is an indirect question.
  if (sets(["whether"]).some((set) => set.start(folded))) return false;
  if (sets(ALONE).some((set) => set.is(folded)) || sets(ANYWHERE).some((set) => set.first(folded)))
    return true;
  const phrases = PLACES.flatMap((name) => vocabulary[name] ?? []).filter((phrase) => phrase.includes(" "));
  if (language !== "en" && !/[?([]/.test(text) && wordSet(phrases).first(folded)) return true;
  if (
    language !== "en" &&
    words.length > 1 &&
    !/[?([]/.test(text) &&
    sets(INSIDE).some((set) => set.first(folded))
  )
    return true;
  const leads = words.length > 2 ? LEADS : words.length === 2 ? (["only"] as const) : [];
  return sets(leads).some((set) => set.start(folded));
}
