/** Inputs for the properties of a field and the limits of its answers. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Choice, FormField, LocalizedText, SelectableChoice } from "../../../../generated/types.ts";
import type {
  FieldType,
  LineProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from "../../../forms/fields/client/client-kind.ts";
import { suggestedCountry } from "../../../forms/fields/client/suggested-country.ts";
import { localeOf } from "../../../texts/locale.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { useParts } from "../context.ts";
import { CheckBox } from "../inputs/controls.tsx";
import { LocalText, Menu, NumberInput, TextInput } from "../inputs/inputs.tsx";
import { LineList } from "../inputs/line-list.tsx";
import { findField, setProperty, setRule } from "../model/edits.ts";
import type { Part } from "../model/field-types.ts";
import { Capacities } from "./capacities.tsx";
import { Choices } from "./choices.tsx";
import { OtherChoice } from "./other-choice.tsx";

export interface RulesProps {
  readonly field: FormField;
  /** JSON Pointer of the field. */
  readonly path: string;
  readonly onChange: (change: (field: FormField) => FormField, join?: string) => void;
}

export const RulesContext = createContext<RulesProps | undefined>(undefined);

/** Returns the edited field, with functions that read and write its properties and those of its `validation` alike. */
export function useRules<Type extends FieldType>() {
  const props = useContext(RulesContext);
  if (props === undefined) throw new Error("The field is missing");
  const { path, onChange } = props;
  const field = props.field as Extract<FormField, { type: Type }>;
  const part: Part = { ...props.field };
  const put = (key: string, value: unknown, join?: string) =>
    onChange((one) => setProperty(one, key, value), join);
  const rule = (key: string, value: unknown) => onChange((one) => setRule(one, key, value), key);
  const validation = {
    values: (part.validation ?? {}) as Record<string, unknown>,
    path: `${path}/validation`,
  };
  return {
    ...useParts(),
    field,
    part,
    path,
    onChange,
    put,
    rule,
    place: (of: "field" | "validation") =>
      of === "field" ? { values: part, path, put } : { ...validation, put: rule },
  };
}

export function PropertyNumber({ number, of, label = number, cleared, ends }: NumberProperty) {
  const { say, place } = useRules();
  const { values, path, put } = place(of);
  return (
    <NumberInput
      label={say(label)}
      value={values[number] as number | undefined}
      {...(ends ?? { step: "any" })}
      path={`${path}/${number}`}
      onNumber={(value) => put(number, value ?? cleared, number)}
    />
  );
}

export function PropertyFlag({ name, of }: { name: EditorTextKey; of: "field" | "validation" }) {
  const { say, place } = useRules();
  const { values, put } = place(of);
  return (
    <CheckBox
      label={say(name)}
      isOn={values[name] === true}
      onChange={(isOn) => put(name, isOn ? true : undefined)}
    />
  );
}

export function PropertyText({ text, label, isMultiline, cleared }: TextProperty) {
  const { say, part, put, path } = useRules();
  return (
    <LocalText
      label={say(label ?? (text as "description"))}
      isMultiline={isMultiline === true}
      hint={text === "description" || text === "statement" ? say("description_hint") : undefined}
      text={part[text] as LocalizedText | undefined}
      path={`${path}/${text}`}
      onChange={(words) => put(text, words ?? cleared, text)}
    />
  );
}

export function PropertyLine({ line, ...input }: LineProperty) {
  const { say, part, put, path } = useRules();
  return (
    <TextInput
      label={say(line)}
      {...input}
      value={(part[line] as string | undefined) ?? ""}
      path={`${path}/${line}`}
      onText={(text) => put(line, text || undefined, line)}
    />
  );
}

/** A menu of the countries of phone numbers that respondents type without a country code. */
export function PhoneCountry() {
  const { editor, field, path, put, say } = useRules<"phone">();
  const { countries, language } = editor.boot;
  const names = new Intl.DisplayNames([localeOf(language)], { type: "region" });
  const name = (code: string) => names.of(code) ?? code;
  const chosen = field.default_country ?? "";
  const codes = [...new Set([...countries, ...(chosen === "" ? [] : [chosen])])];
  const order = new Intl.Collator(localeOf(language)).compare;
  const suggested = suggestedCountry(editor.structure.default_language);
  const other =
    suggested === undefined ? say("country_none") : say("country_by_language", { country: name(suggested) });
  return (
    <Menu
      label={say("default_country")}
      path={`${path}/default_country`}
      value={chosen}
      options={[
        ["", other],
        ...codes.map((code) => [code, name(code)] as const).sort(([, a], [, b]) => order(a, b)),
      ]}
      onSelect={(code) => put("default_country", code || undefined, "default_country")}
    />
  );
}

/** A box that allows an answer in the respondent's own words. */
export function OwnAnswer() {
  const { part, onChange } = useRules();
  return (
    <>
      {part.allow_other !== true && (
        <OtherChoice
          choices={part.choices as readonly Choice[]}
          onReplace={(choices) =>
            onChange((one) => setProperty(setProperty(one, "choices", choices), "allow_other", true))
          }
        />
      )}
      <PropertyFlag name="allow_other" of="field" />
    </>
  );
}

export function ChoiceList({ list, min, max }: ListProperty) {
  const { field, part, put, path, saving } = useRules();
  const published: Partial<Part> = { ...findField(saving.base.structure, field.id) };
  const answered = saving.responseCount === 0 ? [] : ((published[list] ?? []) as readonly Choice[]);
  return (
    <Choices
      key={`${field.id} ${list}`}
      kind={list}
      items={part[list] as readonly Choice[]}
      path={`${path}/${list}`}
      min={min}
      max={max}
      answered={new Set(answered.map(({ id }) => id))}
      onChange={(items, join) => put(list, items, join)}
    />
  );
}

export function ChoiceCapacities() {
  const { part, put, path } = useRules();
  return (
    <Capacities
      key={path}
      items={part.choices as readonly SelectableChoice[]}
      path={`${path}/choices`}
      onChange={(items, join) => put("choices", items, join)}
    />
  );
}

export function Domains({ name }: { name: "allowed_domains" | "blocked_domains" }) {
  const { say, field, rule, path } = useRules<"email">();
  return (
    <LineList
      key={`${field.id} ${name}`}
      label={say(name)}
      hint={say("one_a_line")}
      path={`${path}/validation/${name}`}
      lines={field.validation?.[name] ?? []}
      onChange={(lines) =>
        rule(name, lines.length === 0 ? undefined : [...new Set(lines.map((line) => line.toLowerCase()))])
      }
    />
  );
}
