/** The value that an answer is compared with, in an input that suits the answer. */
import type { FieldCondition, Scalar } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { CheckBox } from "../inputs/controls.tsx";
import { Menu, NumberInput, TextInput } from "../inputs/inputs.tsx";
import { LineList } from "../inputs/line-list.tsx";
import type { Source } from "../model/sources.ts";

interface ValueProps {
  readonly test: Extract<FieldCondition, { value: unknown }>;
  readonly source: Source;
  readonly path: string;
  readonly onChange: (value: Scalar | readonly Scalar[]) => void;
}

const INPUTS = { date: "date", time: "time", datetime: "datetime-local" } as const;

export function ConditionValue(props: ValueProps) {
  const { test, source, path, onChange } = props;
  const { say } = useParts();
  const label = say("condition_value");
  if (Array.isArray(test.value)) return <SeveralValues {...props} values={test.value} />;
  const value = test.value as Scalar;
  const { answer } = source;
  switch (answer.kind) {
    case "number":
      return (
        <NumberInput
          label={label}
          isLabelHidden
          step="any"
          value={Number(value)}
          path={path}
          onNumber={(next) => next !== undefined && onChange(next)}
        />
      );
    case "boolean":
      return (
        <Menu
          label={label}
          isLabelHidden
          value={value === true ? "yes" : "no"}
          options={[
            ["yes", say("yes")],
            ["no", say("no")],
          ]}
          onSelect={(next) => onChange(next === "yes")}
        />
      );
    case "choice":
    case "choices":
      return <ChoiceValue {...props} />;
    case "date":
    case "time":
    case "datetime":
      return (
        <TextInput
          label={label}
          isLabelHidden
          type={INPUTS[answer.kind]}
          value={String(value)}
          path={path}
          onText={(text) => text !== "" && onChange(text)}
        />
      );
    default:
      return (
        <TextInput
          label={label}
          isLabelHidden
          maxLength={2_000}
          value={String(value)}
          path={path}
          onText={onChange}
        />
      );
  }
}

function ChoiceValue({ test, source, path, onChange }: ValueProps) {
  const { editor, say } = useParts();
  const choices = "choices" in source.answer ? source.answer.choices : [];
  const { default_language } = editor.structure;
  const options = choices.map(
    ({ id, label }) => [id, pickText(label, editor.language, default_language)] as const,
  );
  const value = String(test.value);
  const isKnown = choices.some(({ id }) => id === value);
  return (
    <Menu
      label={say("condition_value")}
      isLabelHidden
      value={value}
      path={path}
      options={isKnown ? options : [[value, `${value} ?`], ...options]}
      onSelect={onChange}
    />
  );
}

function SeveralValues({
  source,
  path,
  values,
  onChange,
}: ValueProps & { readonly values: readonly Scalar[] }) {
  const { editor, say } = useParts();
  const { answer } = source;
  if (!("choices" in answer))
    return (
      <LineList
        label={say("condition_value")}
        hint=""
        path={path}
        lines={values.map(String)}
        onChange={(lines) =>
          onChange(lines.map((line) => (answer.kind === "number" ? Number(line) || 0 : line)))
        }
      />
    );
  const { default_language } = editor.structure;
  return (
    <div class="ed-kinds">
      {answer.choices.map(({ id, label }) => (
        <CheckBox
          key={id}
          label={pickText(label, editor.language, default_language)}
          isOn={values.includes(id)}
          onChange={(isOn) => {
            const next = isOn ? [...values, id] : values.filter((value) => value !== id);
            if (next.length > 0) onChange(next);
          }}
        />
      ))}
    </div>
  );
}
