/** Inputs for the properties of a field and the limits of its answers. */
import type { Choice, LocalizedText, SelectableChoice } from "../../../../generated/types.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { Capacities } from "./capacities.tsx";
import { Choices } from "./choices.tsx";
import { useParts } from "./context.ts";
import { CheckBox } from "./controls.tsx";
import { set, setRule } from "./edits.ts";
import type { Part } from "./field-types.ts";
import { LocalText, NumberInput } from "./inputs.tsx";
import { LineList } from "./line-list.tsx";
import { OtherChoice } from "./other-choice.tsx";
import type { RulesProps } from "./rules-props.ts";

/** Each makes the input for one property. */
export function useRuleInputs({ field, path, onChange }: RulesProps) {
  const { say } = useParts();
  const part = field as unknown as Part;
  const rules = (part.validation ?? {}) as Record<string, unknown>;
  const put = (key: string, value: unknown, join?: string) => onChange((one) => set(one, key, value), join);
  const rule = (key: string, value: unknown) => onChange((one) => setRule(one, key, value), key);

  const numberRule = (key: EditorTextKey, min: number, max: number) => (
    <NumberInput
      label={say(key)}
      value={rules[key] as number | undefined}
      min={min}
      max={max}
      path={`${path}/validation/${key}`}
      onNumber={(value) => rule(key, value)}
    />
  );
  const number = (key: "min" | "max" | "step", from: number, to: number) => (
    <NumberInput
      label={say(key)}
      value={part[key] as number | undefined}
      min={from}
      max={to}
      path={`${path}/${key}`}
      onNumber={(value) => put(key, value, key)}
    />
  );
  const anyNumber = (key: "min" | "max" | "step") => (
    <NumberInput
      label={say(key)}
      step="any"
      value={rules[key] as number | undefined}
      path={`${path}/validation/${key}`}
      onNumber={(value) => rule(key, value)}
    />
  );
  const text = (key: "unit" | "min_label" | "max_label") => (
    <LocalText
      label={say(key)}
      text={part[key] as LocalizedText | undefined}
      path={`${path}/${key}`}
      onChange={(words) => put(key, words, key)}
    />
  );
  const flag = (key: "allow_other" | "shuffle" | "multiple") => (
    <CheckBox
      label={say(key)}
      isOn={part[key] === true}
      onChange={(isOn) => put(key, isOn ? true : undefined)}
    />
  );
  /** The answer of one's own beside the choices. */
  const other = () => (
    <>
      {part.allow_other !== true && (
        <OtherChoice
          choices={part.choices as readonly Choice[]}
          onReplace={(choices) => onChange((one) => set(set(one, "choices", choices), "allow_other", true))}
        />
      )}
      {flag("allow_other")}
    </>
  );
  const choices = (kind: "choices" | "rows" | "columns", min: number, max: number) => (
    <Choices
      key={`${field.id} ${kind}`}
      kind={kind}
      items={part[kind] as readonly Choice[]}
      path={`${path}/${kind}`}
      min={min}
      max={max}
      onChange={(items, join) => put(kind, items, join)}
    />
  );
  const capacities = () => (
    <Capacities
      items={part.choices as readonly SelectableChoice[]}
      path={`${path}/choices`}
      onChange={(items, join) => put("choices", items, join)}
    />
  );
  const domains = (key: "allowed_domains" | "blocked_domains") => (
    <LineList
      key={`${field.id} ${key}`}
      label={say(key)}
      hint={say("one_a_line")}
      path={`${path}/validation/${key}`}
      lines={(rules[key] as readonly string[] | undefined) ?? []}
      onChange={(lines) =>
        rule(key, lines.length === 0 ? undefined : [...new Set(lines.map((line) => line.toLowerCase()))])
      }
    />
  );

  return { put, rule, numberRule, number, anyNumber, text, flag, other, choices, capacities, domains };
}
