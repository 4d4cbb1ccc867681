/** What fields of one type have beside the others: choices, ends of a scale, limits of the answer. */
import type { Choice, LocalizedText } from "../../../../generated/types.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { BoundInput } from "./bound-input.tsx";
import { Choices } from "./choices.tsx";
import { useParts } from "./context.ts";
import { set, setRule } from "./edits.ts";
import type { Part } from "./field-types.ts";
import { FileRules } from "./file-rules.tsx";
import { CheckBox, LocalText, NumberInput, Section, TextInput } from "./inputs.tsx";
import { LineList } from "./line-list.tsx";
import type { RulesProps } from "./rules-props.ts";

export function FieldRules({ field, path, onChange }: RulesProps) {
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

  switch (field.type) {
    case "short_text":
    case "long_text":
      return (
        <Section title={say("validation")} isOpen={field.validation !== undefined}>
          <div class="ed-pair">
            {numberRule("min_length", 0, 10_000)}
            {numberRule("max_length", 1, 10_000)}
          </div>
          <TextInput
            label={say("pattern")}
            isCode
            maxLength={500}
            value={field.validation?.pattern ?? ""}
            path={`${path}/validation/pattern`}
            onText={(pattern) => rule("pattern", pattern === "" ? undefined : pattern)}
          />
          {field.validation?.pattern !== undefined && (
            <LocalText
              label={say("pattern_message")}
              text={field.validation.pattern_message}
              path={`${path}/validation/pattern_message`}
              onChange={(words) => rule("pattern_message", words)}
            />
          )}
        </Section>
      );
    case "email":
      return (
        <Section title={say("validation")} isOpen={field.validation !== undefined}>
          {domains("allowed_domains")}
          {domains("blocked_domains")}
        </Section>
      );
    case "phone":
      return (
        <TextInput
          label={say("default_country")}
          hint={say("default_country_hint")}
          maxLength={2}
          value={field.default_country ?? ""}
          path={`${path}/default_country`}
          onText={(code) => put("default_country", code === "" ? undefined : code.toUpperCase(), "country")}
        />
      );
    case "number":
      return (
        <Section title={say("validation")} isOpen>
          <div class="ed-pair">
            {anyNumber("min")}
            {anyNumber("max")}
          </div>
          <div class="ed-pair">
            {anyNumber("step")}
            {text("unit")}
          </div>
          <CheckBox
            label={say("integer")}
            isOn={field.validation?.integer === true}
            onChange={(isOn) => rule("integer", isOn ? true : undefined)}
          />
        </Section>
      );
    case "date":
    case "time":
    case "datetime":
      return (
        <Section title={say("validation")} isOpen={field.validation !== undefined}>
          <BoundInput
            type={field.type}
            label={say("earliest")}
            value={field.validation?.min}
            path={`${path}/validation/min`}
            onChange={(value) => rule("min", value)}
          />
          <BoundInput
            type={field.type}
            label={say("latest")}
            value={field.validation?.max}
            path={`${path}/validation/max`}
            onChange={(value) => rule("max", value)}
          />
        </Section>
      );
    case "single_choice":
    case "dropdown":
      return (
        <>
          {choices("choices", 1, 300)}
          {flag("allow_other")}
          {flag("shuffle")}
        </>
      );
    case "multiple_choice":
      return (
        <>
          {choices("choices", 1, 300)}
          {flag("allow_other")}
          {flag("shuffle")}
          <div class="ed-pair">
            {numberRule("min_selections", 0, 300)}
            {numberRule("max_selections", 1, 300)}
          </div>
        </>
      );
    case "ranking":
      return (
        <>
          {choices("choices", 1, 300)}
          {flag("shuffle")}
        </>
      );
    case "matrix":
      return (
        <>
          {choices("rows", 1, 50)}
          {choices("columns", 2, 20)}
          {flag("multiple")}
          <CheckBox
            label={say("require_all_rows")}
            isOn={field.validation?.require_all_rows === true}
            onChange={(isOn) => rule("require_all_rows", isOn ? true : undefined)}
          />
        </>
      );
    case "consent":
      return (
        <>
          <LocalText
            label={say("statement_consent")}
            isMultiline
            text={field.statement}
            path={`${path}/statement`}
            onChange={(words) => put("statement", words ?? {}, "statement")}
          />
          <TextInput
            label={say("link")}
            type="url"
            maxLength={2_000}
            value={field.link ?? ""}
            path={`${path}/link`}
            onText={(link) => put("link", link === "" ? undefined : link, "link")}
          />
        </>
      );
    case "rating":
      return (
        <NumberInput
          label={say("max_stars")}
          min={3}
          max={10}
          value={field.max}
          path={`${path}/max`}
          onNumber={(value) => put("max", value ?? 5, "max")}
        />
      );
    case "scale":
      return (
        <>
          <div class="ed-pair">
            {number("min", -1_000, 1_000)}
            {number("max", -1_000, 1_000)}
            {number("step", 1, 1_000)}
          </div>
          {text("min_label")}
          {text("max_label")}
        </>
      );
    case "file_upload":
      return <FileRules field={field} path={path} onChange={onChange} />;
    default:
      return null;
  }
}
