/** Type-specific settings of fields: choices, ends of a scale, limits of the answer. */
import type { JSX } from "preact";
import type { EditorInput } from "../../../forms/fields/client/client-kind.ts";
import { editorInputs } from "../../../forms/fields/client/client-kinds.ts";
import { useParts } from "../context.ts";
import { Section } from "../inputs/controls.tsx";
import { LocalText, Menu, TextInput } from "../inputs/inputs.tsx";
import { FileRules } from "./file-rules.tsx";
import { ChoicePictures } from "./pictures.tsx";
import {
  ChoiceCapacities,
  ChoiceList,
  Domains,
  OwnAnswer,
  PhoneCountry,
  PropertyFlag,
  PropertyLine,
  PropertyNumber,
  useRules,
} from "./rule-inputs.tsx";

export function FieldRules() {
  return <Inputs all={editorInputs[useRules().field.type]} />;
}

function Inputs({ all }: { all: readonly EditorInput[] }) {
  return (
    <>
      {all.map((input, at) => (
        <Input key={at} input={input} />
      ))}
    </>
  );
}

function Input({ input }: { input: EditorInput }): JSX.Element {
  const { part, say } = useRules();
  if (typeof input === "string") return ownInputs[input]();
  if ("list" in input) return <ChoiceList {...input} />;
  if ("line" in input) return <PropertyLine {...input} />;
  if ("number" in input) return <PropertyNumber {...input} />;
  if ("flag" in input) return <PropertyFlag name={input.flag} of={input.of ?? "field"} />;
  if ("pair" in input)
    return (
      <div class="ed-pair">
        <Inputs all={input.pair} />
      </div>
    );
  return (
    <Section title={say("validation")} isOpen={input.isOpen ?? part.validation !== undefined}>
      <Inputs all={input.limits} />
    </Section>
  );
}

const ownInputs: Readonly<Record<Extract<EditorInput, string>, () => JSX.Element>> = {
  allow_other: () => <OwnAnswer />,
  allowed_domains: () => <Domains name="allowed_domains" />,
  blocked_domains: () => <Domains name="blocked_domains" />,
  capacities: () => <ChoiceCapacities />,
  default_country: () => <PhoneCountry />,
  earliest: () => <MomentInput name="min" label="earliest" />,
  files: () => <FileRules />,
  latest: () => <MomentInput name="max" label="latest" />,
  pattern: () => <PatternInput />,
  pictures: () => <ChoicePictures />,
};

function PatternInput() {
  const { field, say, path, rule } = useRules<"short_text" | "long_text">();
  const { validation } = field;
  return (
    <>
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
    </>
  );
}

function MomentInput({ name, label }: { name: "min" | "max"; label: "earliest" | "latest" }) {
  const { field, say, path, rule } = useRules<"date" | "time" | "datetime">();
  return (
    <BoundInput
      type={field.type}
      label={say(label)}
      value={field.validation?.[name]}
      path={`${path}/validation/${name}`}
      onChange={(value) => rule(name, value)}
    />
  );
}

interface BoundProps {
  readonly type: "date" | "time" | "datetime";
  readonly label: string;
  readonly value: string | undefined;
  readonly path: string;
  readonly onChange: (value: string | undefined) => void;
}

const INPUTS = { date: "date", time: "time", datetime: "datetime-local" } as const;
const FIRST = { date: "2030-01-01", time: "12:00", datetime: "2030-01-01T12:00" } as const;

/** An input for the earliest or latest accepted date or time: any, today, or a fixed one. */
function BoundInput({ type, label, value, path, onChange }: BoundProps) {
  const { say } = useParts();
  const kind = value === undefined ? "none" : value === "today" ? "today" : "fixed";
  const options = [
    ["none", say("bound_none")],
    ...(type === "time" ? [] : [["today", say("bound_today")] as const]),
    ["fixed", say("bound_fixed")],
  ] as const;
  return (
    <div class="ed-pair">
      <Menu
        label={label}
        value={kind}
        options={options}
        onSelect={(next) => onChange(next === "none" ? undefined : next === "today" ? "today" : FIRST[type])}
      />
      {kind === "fixed" && (
        <TextInput
          label={`${label}: ${say("bound_fixed")}`}
          type={INPUTS[type]}
          value={value ?? ""}
          path={path}
          onText={(text) => text !== "" && onChange(text)}
        />
      )}
    </div>
  );
}
