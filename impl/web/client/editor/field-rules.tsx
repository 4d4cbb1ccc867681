/** What fields of one type have beside the others: choices, ends of a scale, limits of the answer. */
import { BoundInput } from "./bound-input.tsx";
import { useParts } from "./context.ts";
import { CheckBox, Section } from "./controls.tsx";
import { FileRules } from "./file-rules.tsx";
import { LocalText, NumberInput, TextInput } from "./inputs.tsx";
import { useRuleInputs } from "./rule-inputs.tsx";
import type { RulesProps } from "./rules-props.ts";

export function FieldRules({ field, path, onChange }: RulesProps) {
  const { say } = useParts();
  const { put, rule, numberRule, number, anyNumber, text, flag, other, choices, capacities, domains } =
    useRuleInputs({
      field,
      path,
      onChange,
    });

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
          {capacities()}
          {other()}
          {flag("shuffle")}
        </>
      );
    case "multiple_choice":
      return (
        <>
          {choices("choices", 1, 300)}
          {capacities()}
          {other()}
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
