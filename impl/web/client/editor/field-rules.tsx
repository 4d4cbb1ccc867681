/** What fields of one type have beside the others: choices, ends of a scale, limits of the answer. */
import type { JSX } from "preact";
import { BoundInput } from "./bound-input.tsx";
import { Section } from "./controls.tsx";
import type { FieldType } from "./field-types.ts";
import { FileRules } from "./file-rules.tsx";
import { LocalText, NumberInput, TextInput } from "./inputs.tsx";
import {
  ChoiceCapacities,
  ChoiceList,
  Domains,
  OwnAnswer,
  PropertyFlag,
  PropertyNumber,
  PropertyText,
  RulesContext,
  type RulesProps,
  useRules,
} from "./rule-inputs.tsx";

const rulesOf: Readonly<Partial<Record<FieldType, () => JSX.Element>>> = {
  short_text: TextRules,
  long_text: TextRules,
  email: EmailRules,
  phone: PhoneRules,
  number: NumberRules,
  date: TimeRules,
  time: TimeRules,
  datetime: TimeRules,
  single_choice: ChoiceRules,
  dropdown: ChoiceRules,
  multiple_choice: SelectionRules,
  ranking: RankingRules,
  matrix: MatrixRules,
  consent: ConsentRules,
  rating: RatingRules,
  scale: ScaleRules,
  file_upload: FileRules,
};

export function FieldRules(props: RulesProps) {
  const Rules = rulesOf[props.field.type];
  return <RulesContext.Provider value={props}>{Rules && <Rules />}</RulesContext.Provider>;
}

function TextRules() {
  const { field, say, path, rule } = useRules<"short_text" | "long_text">();
  const { validation } = field;
  return (
    <Section title={say("validation")} isOpen={validation !== undefined}>
      <div class="ed-pair">
        <PropertyNumber name="min_length" min={0} max={10_000} />
        <PropertyNumber name="max_length" min={1} max={10_000} />
      </div>
      <TextInput
        label={say("pattern")}
        isCode
        maxLength={500}
        value={validation?.pattern ?? ""}
        path={`${path}/validation/pattern`}
        onText={(pattern) => rule("pattern", pattern === "" ? undefined : pattern)}
      />
      {validation?.pattern !== undefined && (
        <LocalText
          label={say("pattern_message")}
          text={validation.pattern_message}
          path={`${path}/validation/pattern_message`}
          onChange={(words) => rule("pattern_message", words)}
        />
      )}
    </Section>
  );
}

function EmailRules() {
  const { field, say } = useRules<"email">();
  return (
    <Section title={say("validation")} isOpen={field.validation !== undefined}>
      <Domains name="allowed_domains" />
      <Domains name="blocked_domains" />
    </Section>
  );
}

function PhoneRules() {
  const { field, say, path, put } = useRules<"phone">();
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
}

function NumberRules() {
  const { say } = useRules();
  return (
    <Section title={say("validation")} isOpen>
      <div class="ed-pair">
        <PropertyNumber name="min" step="any" />
        <PropertyNumber name="max" step="any" />
      </div>
      <div class="ed-pair">
        <PropertyNumber name="step" step="any" />
        <PropertyText name="unit" />
      </div>
      <PropertyFlag name="integer" of="validation" />
    </Section>
  );
}

function TimeRules() {
  const { field, say, path, rule } = useRules<"date" | "time" | "datetime">();
  const bound = (key: "min" | "max", label: "earliest" | "latest") => (
    <BoundInput
      type={field.type}
      label={say(label)}
      value={field.validation?.[key]}
      path={`${path}/validation/${key}`}
      onChange={(value) => rule(key, value)}
    />
  );
  return (
    <Section title={say("validation")} isOpen={field.validation !== undefined}>
      {bound("min", "earliest")}
      {bound("max", "latest")}
    </Section>
  );
}

function ChoiceRules() {
  return (
    <>
      <ChoiceList name="choices" min={1} max={300} />
      <ChoiceCapacities />
      <OwnAnswer />
      <PropertyFlag name="shuffle" />
    </>
  );
}

function SelectionRules() {
  return (
    <>
      <ChoiceRules />
      <div class="ed-pair">
        <PropertyNumber name="min_selections" min={0} max={300} />
        <PropertyNumber name="max_selections" min={1} max={300} />
      </div>
    </>
  );
}

function RankingRules() {
  return (
    <>
      <ChoiceList name="choices" min={1} max={300} />
      <PropertyFlag name="shuffle" />
    </>
  );
}

function MatrixRules() {
  return (
    <>
      <ChoiceList name="rows" min={1} max={50} />
      <ChoiceList name="columns" min={2} max={20} />
      <PropertyFlag name="multiple" />
      <PropertyFlag name="require_all_rows" of="validation" />
    </>
  );
}

function ConsentRules() {
  const { field, say, path, put } = useRules<"consent">();
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
}

function RatingRules() {
  const { field, say, path, put } = useRules<"rating">();
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
}

function ScaleRules() {
  return (
    <>
      <div class="ed-pair">
        <PropertyNumber name="min" of="field" min={-1_000} max={1_000} />
        <PropertyNumber name="max" of="field" min={-1_000} max={1_000} />
        <PropertyNumber name="step" of="field" min={1} max={1_000} />
      </div>
      <PropertyText name="min_label" />
      <PropertyText name="max_label" />
    </>
  );
}
