/** The line in which a formula is typed: it offers names and functions, and underlines what is wrong. */
import { useParts } from "../context.ts";
import { completeFormula, mistakeIn } from "./formula-completion.ts";
import { TextInput } from "./inputs.tsx";
import type { Source } from "./sources.ts";

interface FormulaProps {
  readonly formula: string;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly onChange: (formula: string) => void;
}

export function FormulaInput({ formula, sources, path, onChange }: FormulaProps) {
  const { say } = useParts();
  const { from, to } = mistakeIn(formula, sources) ?? { from: formula.length, to: formula.length };
  return (
    <TextInput
      label={say("formula")}
      hint={say("formula_hint")}
      isMultiline
      isCode
      value={formula}
      path={path}
      complete={(text, caret, isAsked) => completeFormula(text, caret, isAsked, sources)}
      completeLabel={say("formula_names")}
      onText={onChange}
    >
      {/* The same text behind the letters, which also makes the line as high as the text. */}
      <div class="ed-box ed-code ed-mirror" aria-hidden="true">
        {formula.slice(0, from)}
        <mark>{formula.slice(from, to)}</mark>
        {`${formula.slice(to)} `}
      </div>
    </TextInput>
  );
}
