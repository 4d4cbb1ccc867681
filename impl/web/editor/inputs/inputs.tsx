/** The inputs of the panel: texts, numbers, boxes, menus. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { LocalizedText } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
import { setText } from "../model/edits.ts";
import { filledMark, listLackingLanguages } from "../saving/filled-texts.ts";
import { type Complete, completeIn } from "./completion.ts";
import { mentionCompletion } from "./mention-completion.ts";

interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
  /** JSON Pointer of the edited property, whose problems are shown here. */
  readonly path?: string | undefined;
  readonly isLabelHidden?: boolean;
}

type Describe = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
};

/** A label, its input, and the problem with the input. */
function Labelled({
  label,
  hint,
  path,
  isLabelHidden,
  children,
}: Labelled & { children: (aria: Describe) => ComponentChildren }) {
  const id = useId();
  const { saving } = useParts();
  const problems =
    path === undefined
      ? []
      : saving.problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  const describedBy = [hint && `${id}h`, problems.length > 0 && `${id}p`].filter(Boolean).join(" ");
  return (
    <div class={problems.length > 0 ? "ed-input ed-wrong" : "ed-input"}>
      <label class={isLabelHidden ? "vh" : "ed-label"} for={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": problems.length > 0 || undefined,
      })}
      {hint && (
        <p class="ed-hint" id={`${id}h`}>
          {hint}
        </p>
      )}
      {problems.length > 0 && (
        <p class="ed-problem" id={`${id}p`}>
          {problems.map(({ problem }) => problem).join(" ")}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Labelled {
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly isMultiline?: boolean;
  readonly type?: "text" | "email" | "url" | "date" | "time" | "datetime-local";
  readonly maxLength?: number;
  readonly lang?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isCode?: boolean;
  readonly complete?: Complete | undefined;
  /** The button that opens the list of completions. */
  readonly completeLabel?: string;
  /** Content behind the input. */
  readonly children?: ComponentChildren;
}

export function TextInput({
  value,
  onText,
  isMultiline,
  type = "text",
  maxLength,
  lang,
  placeholder,
  isCode,
  complete,
  completeLabel = "",
  children,
  ...rest
}: TextProps) {
  const { editor } = useParts();
  const box = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const latest = useRef(complete);
  latest.current = complete;
  const completes = complete !== undefined && !editor.isReadOnly;
  useEffect(() => {
    if (completes && box.current)
      completeIn(box.current, (...place) => latest.current?.(...place), completeLabel);
  }, [completes]);
  return (
    <Labelled {...rest}>
      {(aria) => {
        const attributes = {
          ...aria,
          ref: box,
          class: isCode ? "ed-box ed-code" : "ed-box",
          value,
          lang,
          placeholder,
          maxLength,
          readOnly: editor.isReadOnly,
          onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
        };
        // An example is a sentence, which takes three lines on a phone.
        const fewest = placeholder === undefined ? 2 : 3;
        const rows = Math.min(12, Math.max(fewest, value.split("\n").length));
        const input = isMultiline ? (
          <textarea rows={rows} {...attributes} />
        ) : (
          <input {...(attributes as object)} type={type as "text"} />
        );
        if (complete === undefined) return input;
        return (
          <div class="completed">
            {children}
            {input}
          </div>
        );
      }}
    </Labelled>
  );
}

interface LocalTextProps extends Labelled {
  readonly text: LocalizedText | undefined;
  readonly onChange: (text: LocalizedText | undefined) => void;
  readonly isMultiline?: boolean;
  readonly maxLength?: number;
}

/** An input for a text of the form, in the language being edited. A missing translation is marked; the original is shown beside it. */
export function LocalText({ text, onChange, hint, ...rest }: LocalTextProps) {
  const { editor, say, languageName } = useParts();
  const { language, structure } = editor;
  const isOriginal = language === structure.default_language;
  const original = isOriginal ? undefined : text?.[structure.default_language];
  const isMissing = original !== undefined && text?.[language] === undefined;
  const mark = text && filledMark(text, structure.default_language, language);
  const isFilled = mark !== undefined && editor.filled.has(mark);
  const lacking = listLackingLanguages(structure, text).map(languageName).join(", ");
  const state = isMissing ? say("untranslated") : isFilled ? say("filled") : undefined;
  return (
    <TextInput
      {...rest}
      maxLength={rest.maxLength ?? 2_000}
      value={text?.[language] ?? ""}
      complete={rest.path === undefined ? undefined : mentionCompletion(structure, rest.path)}
      completeLabel={say("mention")}
      lang={language}
      placeholder={isMissing ? original : undefined}
      hint={state ?? (isOriginal && lacking ? say("not_translated_into", { languages: lacking }) : hint)}
      onText={(words) => onChange(setText(text, language, words))}
    />
  );
}

interface NumberProps extends Labelled {
  readonly value: number | undefined;
  readonly onNumber: (value: number | undefined) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
}

export function NumberInput({ value, onNumber, min, max, step = 1, ...rest }: NumberProps) {
  const { editor } = useParts();
  return (
    <Labelled {...rest}>
      {(aria) => (
        <input
          {...aria}
          type="number"
          class="ed-box ed-number"
          value={value ?? ""}
          min={min}
          max={max}
          step={step}
          readOnly={editor.isReadOnly}
          onInput={({ currentTarget }) => {
            // An incomplete input, such as a minus sign, is not a number yet.
            if (currentTarget.validity.badInput) return;
            onNumber(currentTarget.value === "" ? undefined : currentTarget.valueAsNumber);
          }}
        />
      )}
    </Labelled>
  );
}

interface MenuProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onSelect: (value: Value) => void;
}

export function Menu<Value extends string>({ value, options, onSelect, ...rest }: MenuProps<Value>) {
  const { editor } = useParts();
  return (
    <Labelled {...rest}>
      {(aria) => (
        <select
          {...aria}
          class="ed-box"
          value={value}
          disabled={editor.isReadOnly}
          onChange={({ currentTarget }) => onSelect(currentTarget.value as Value)}
        >
          {options.map(([key, name]) => (
            <option key={key} value={key} selected={key === value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
