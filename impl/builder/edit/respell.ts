/** Reads an instruction with typing errors: one wrong letter is read as the word that was meant. */
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { isOneOff } from "../lexicon/misspelt.ts";
import { enclosed } from "../prompt/split.ts";
import { allFields, type EditContext } from "./context.ts";

/** An instruction with its words spelt as the lexicon and the form spell them, and which words these were. */
export interface Respelt {
  readonly text: string;
  readonly words: readonly { from: string; to: string }[];
}

/** The lists whose words are looked for: what every instruction is made of. */
const LISTS = [
  "add",
  "remove",
  "rename",
  "change",
  "move",
  "required",
  "optional",
  "show",
  "before",
  "after",
  "option",
  "limit",
  "translate",
  "skip",
];

/** Words outside of quotation marks that are one letter away from one word that is known. Undefined: there are none. */
export function respelt(instruction: string, context: EditContext): Respelt | undefined {
  if (instruction.length > MAX_LENGTH) return undefined;
  const known = knownWords(context);
  const inside = enclosed(instruction);
  const words: { from: string; to: string }[] = [];
  const text = instruction.replace(/\p{L}{3,}/gu, (word, index: number) => {
    const folded = fold(word);
    if (inside[index] === 1 || known.has(folded)) return word;
    const meant = [...known].filter(
      (one) => one.length > 2 && one.length + folded.length > 6 && isOneOff(folded, one),
    );
    if (meant.length !== 1) return word;
    words.push({ from: word, to: meant[0]! });
    return meant[0]!;
  });
  return words.length > 0 ? { text, words } : undefined;
}

const MAX_LENGTH = 300;

function knownWords({ form, instructionLanguages }: EditContext): ReadonlySet<string> {
  const labels = allFields(form).flatMap((field) => [
    ...Object.values(field.label as Record<string, string>),
    ...("choices" in field
      ? field.choices.flatMap(({ label }) => Object.values(label as Record<string, string>))
      : []),
  ]);
  const lists = instructionLanguages.flatMap((language) =>
    LISTS.flatMap((name) => instructionsIn(language).vocabulary[name] ?? []),
  );
  return new Set([...labels, ...lists].flatMap((text) => fold(text).match(/\p{L}{3,}/gu) ?? []));
}
