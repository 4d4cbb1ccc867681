import type { Choice, FormField } from "../../../generated/types.ts";
import { choicesOf } from "../fields/body.ts";
import { makeIds, slug } from "../fields/ids.ts";
import { addChoices, splitChoices } from "../prompt/choices.ts";
import { type Bench, labelOf, refuse } from "./bench.ts";
import { isSame, unquoted } from "./change.ts";
import { findField } from "./find.ts";
import { after, VERBS } from "./verbs.ts";

const NOUN =
  "(?:the |a |an |another |die |eine )?(?:options?|choices?|answers?|optionen|option|auswahl|antwort)";
const ADD = new RegExp(`^${NOUN} (.+?) (?:to|in|for|zu|bei) (.+)$`, "i");
const REMOVE = new RegExp(`^${NOUN} (.+?) (?:from|of|in|aus|von|bei) (.+)$`, "i");
const RENAME = new RegExp(`^${NOUN} (.+?) (?:to|in|zu) (.+?) (?:in|of|bei) (.+)$`, "i");

type Choosing = Extract<FormField, { choices: Choice[] }>;

/** "Add the option Other to colour", "Add options Red and Blue to colour" */
export function addOptions(instruction: string, bench: Bench): boolean {
  const match = ADD.exec(after(instruction, VERBS.add) ?? "");
  if (!match) return false;
  const field = choosing(match[2]!, bench);
  const draft = { label: "", choices: [] as string[], allowOther: false };
  addChoices(splitChoices(unquoted(match[1]!), bench.grammar), draft, bench.grammar);
  const ids = makeIds(field.choices.map(({ id }) => id));
  const added = choicesOf(
    draft.choices.map((text) => ({ text })),
    bench.texts,
  );
  field.choices.push(...added.map((choice) => ({ ...choice, id: ids.take(slug(choice.id) || "choice") })));
  if (draft.allowOther) {
    if (field.type === "ranking") return refuse("A ranking has no answers of one's own.");
    field.allow_other = true;
  }
  bench.changes.push(`Added ${match[1]} to "${labelOf(field, bench)}".`);
  return true;
}

/** "Remove the option Red from colour" */
export function removeOption(instruction: string, bench: Bench): boolean {
  const match = REMOVE.exec(after(instruction, VERBS.remove) ?? "");
  if (!match) return false;
  const field = choosing(match[2]!, bench);
  const choice = findChoice(field, match[1]!, bench);
  if (field.choices.length < (field.type === "ranking" ? 3 : 2)) {
    return refuse(`"${labelOf(field, bench)}" needs more than the choices that would be left.`);
  }
  field.choices = field.choices.filter((other) => other !== choice);
  bench.changes.push(`Removed ${match[1]} from "${labelOf(field, bench)}".`);
  return true;
}

/** "Rename the option Red to Dark red in colour" */
export function renameOption(instruction: string, bench: Bench): boolean {
  const match = RENAME.exec(after(instruction, VERBS.rename) ?? "");
  if (!match) return false;
  const field = choosing(match[3]!, bench);
  const choice = findChoice(field, match[1]!, bench);
  choice.label = bench.texts.choice(unquoted(match[2]!));
  bench.changes.push(`Renamed ${match[1]} to ${match[2]} in "${labelOf(field, bench)}".`);
  return true;
}

function choosing(reference: string, bench: Bench): Choosing {
  const field = findField(reference, bench);
  if (!("choices" in field))
    return refuse(`"${labelOf(field, bench)}" has no choices: it is of type ${field.type}.`);
  return field;
}

function findChoice(field: Choosing, reference: string, bench: Bench): Choice {
  const wanted = unquoted(reference);
  const labels = ({ label }: Choice) => Object.values(label as Record<string, string>);
  const found = field.choices.find((choice) => labels(choice).some((label) => isSame(label, wanted)));
  if (found) return found;
  const known = field.choices.map(({ label, id }) => `"${label[bench.form.default_language] ?? id}"`);
  return refuse(`"${labelOf(field, bench)}" has no choice "${wanted}". It has: ${known.join(", ")}.`);
}
