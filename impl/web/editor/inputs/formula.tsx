/** An input for a formula: it offers names and functions, and underlines mistakes. */
import { useParts } from "../context.ts";
import type { Source } from "../model/sources.ts";
import { completeFormula, findMistake } from "./formula-completion.ts";
import { TextInput } from "./inputs.tsx";

interface FormulaProps {
  readonly formula: string;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly onChange: (formula: string) => void;
}

export function FormulaInput({ formula, sources, path, onChange }: FormulaProps) {
  const { say } = useParts();
  const { from, to } = findMistake(formula, sources) ?? { from: formula.length, to: formula.length };
  return (
    <TextInput
      label={say("formula")}
      isLabelHidden
      hint={say("formula_hint")}
      isMultiline
      isCode
      value={formula}
      path={path}
      complete={(text, caret, isAsked) => completeFormula(text, caret, isAsked, sources)}
      completeLabel={say("formula_names")}
      onText={onChange}
    >
      {/* A copy of the text behind the input, which also sets the height of the input. */}
      <div class="ed-box ed-code ed-mirror" aria-hidden="true">
        {formula.slice(0, from)}
        <mark>{formula.slice(from, to)}</mark>
        {`${formula.slice(to)} `}
      </div>
    </TextInput>
  );
}
