/** Offers to replace a choice "Other", which takes no text, with an answer in the respondent's own words. */
import type { Choice } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";

interface OtherChoiceProps {
  readonly choices: readonly Choice[];
  /** Replaces the choice with the respondent's own answer. */
  readonly onReplace: (remaining: readonly Choice[]) => void;
}

export function OtherChoice({ choices, onReplace }: OtherChoiceProps) {
  const { editor, saving, say } = useParts();
  const { boot, structure } = editor;
  const other = choices.find(({ label }) =>
    Object.values(label).some((text) => meansOther(text, boot.ownAnswerWords)),
  );
  // Responses would lose the choice.
  if (other === undefined || choices.length < 2 || editor.isReadOnly || saving.responseCount > 0) return null;
  const choice = pickText(other.label, editor.language, structure.default_language);
  return (
    <div class="ed-note" data-name="other-choice">
      <p>{say("other_choice", { choice })}</p>
      <div class="ed-row">
        <Button
          label={say("other_choice_use")}
          onPress={() => onReplace(choices.filter(({ id }) => id !== other.id))}
          name="use-other"
        />
      </div>
    </div>
  );
}

/** Returns whether a label means "other": "Other", "Other:" and "Other (please say)", but not "Other drinks". */
function meansOther(label: string, words: readonly string[]): boolean {
  const text = label.toLowerCase().trim();
  return words.some((word) => text.startsWith(word) && /^\s*($|[(:.,…–-])/.test(text.slice(word.length)));
}
