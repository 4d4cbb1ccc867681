/** The line in which a formula is typed, and the names that it may use. The service says what is wrong with it. */
import { useRef } from "preact/hooks";
import { quoteName } from "../../../forms/answers/formula/print.ts";
import { written } from "../../../forms/answers/formula/tokens.ts";
import { shown, useParts } from "./context.ts";
import { TextInput } from "./inputs.tsx";
import type { Source } from "./sources.ts";

interface FormulaProps {
  readonly formula: string;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly onChange: (formula: string) => void;
}

export function FormulaInput({ formula, sources, path, onChange }: FormulaProps) {
  const { editor, say } = useParts();
  const line = useRef<HTMLDivElement>(null);

  /** Puts a name where the caret is. */
  function insert(name: string): void {
    const input = line.current?.querySelector("textarea");
    const [from, to] = [input?.selectionStart ?? formula.length, input?.selectionEnd ?? formula.length];
    onChange(formula.slice(0, from) + name + formula.slice(to));
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + name.length, from + name.length);
    });
  }

  return (
    <div ref={line}>
      <TextInput
        label={say("formula")}
        hint={say("formula_hint")}
        isMultiline
        isCode
        value={formula}
        path={path}
        onText={onChange}
      />
      {sources.length > 0 && (
        <>
          <p class="ed-label">{say("formula_names")}</p>
          <ul class="ed-names">
            {sources.map((source) => (
              <li key={source.id}>
                <Name
                  text={written(source.id)}
                  label={source.label}
                  isOff={editor.isReadOnly}
                  onPress={insert}
                />
                {"choices" in source.answer &&
                  source.answer.choices.map(({ id, label }) => (
                    <Name
                      key={id}
                      text={quoteName(id)}
                      label={shown(label, editor.language, editor.structure.default_language)}
                      isOff={editor.isReadOnly}
                      onPress={insert}
                    />
                  ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface NameProps {
  readonly text: string;
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: (text: string) => void;
}

function Name({ text, label, isOff, onPress }: NameProps) {
  return (
    <button type="button" class="ed-name" disabled={isOff} onClick={() => onPress(text)}>
      <code>{text}</code> {label}
    </button>
  );
}
