/** The properties of a field. */
import { useState } from "preact/hooks";
import type { Condition, FormField, LocalizedText } from "../../../../generated/types.ts";
import { NotesOfField } from "./check-list.tsx";
import { ConditionEditor } from "./condition.tsx";
import { shown, useParts } from "./context.ts";
import { Button, CheckBox, Section } from "./controls.tsx";
import { findField, insertField, pageOfField, pathOfField, set, updateField } from "./edits.ts";
import { FieldRules } from "./field-rules.tsx";
import {
  changeType,
  type FieldType,
  fieldTypes,
  type Part,
  takesAnswer,
  takesPlaceholder,
} from "./field-types.ts";
import { answerIds, freeId, idFrom } from "./ids.ts";
import { LocalText, Menu, TextInput } from "./inputs.tsx";
import { removeField, renameId, usesOf } from "./references.ts";
import { sourcesBefore } from "./sources.ts";

/** Pairs of types that keep the answers that there are. */
const LOSSLESS: readonly (readonly FieldType[])[] = [
  ["single_choice", "dropdown"],
  ["short_text", "long_text"],
];

export function FieldPanel({ id }: { id: string }) {
  const parts = useParts();
  const { editor, saving, say } = parts;
  const field = findField(editor.structure, id)!;
  const path = pathOfField(editor.structure, id)!;
  const part = field as unknown as Part;
  const name = shown(field.label, editor.language, editor.structure.default_language);

  const change = (next: (field: FormField) => FormField, join?: string) =>
    editor.edit((form) => updateField(form, id, next), join && `${id} ${join}`);
  const put = (key: string, value: unknown, join?: string) => change((one) => set(one, key, value), join);

  function setType(type: FieldType): void {
    const { default_language } = editor.structure;
    change((one) => changeType(one, type, default_language, (key, n) => say(key, { n })));
  }

  function duplicate(): void {
    const copyId = editor.freeAnswerId(id);
    const page = pageOfField(editor.structure, id)!;
    const index = page.fields.findIndex((one) => one.id === id) + 1;
    editor.edit((form) => insertField(form, page.id, { ...field, id: copyId }, index));
    editor.select({ kind: "field", id: copyId });
  }

  function remove() {
    if (editor.structure.pages.flatMap(({ fields }) => fields).length === 1)
      return editor.announce(say("last_field"));
    const uses = usesOf(editor.structure, id);
    editor.edit((form) => removeField(form, id));
    editor.announce(say(uses === 0 ? "removed" : "removed_with_uses", { name, n: uses }));
  }

  /** As long as the name is the one that a new field got, it follows the question. */
  function nameAfterLabel(): void {
    const words = field.label[editor.structure.default_language] ?? "";
    if (!/^question_\d+(_\d+)?$/.test(id) || saving.responseCount > 0 || words === say("new_label")) return;
    const wanted = idFrom(words, id);
    if (wanted !== id) rename(freeId(wanted, answerIds(editor.structure)));
  }

  function rename(next: string): void {
    editor.edit((form) => renameId(form, id, next));
    editor.select({ kind: "field", id: next }, editor.view);
  }

  const breaking = saving.breaking.filter((one) => one.field === id);
  const pair = LOSSLESS.find((types) => types.includes(field.type)) ?? [field.type];
  const types = saving.responseCount > 0 ? pair : fieldTypes;
  return (
    <div class="ed-fields">
      {breaking.length > 0 && (
        <div class="ed-note ed-note-wrong" role="alert">
          <strong>{say("blocked_here")}</strong> {breaking.map(({ message }) => message).join(" ")}
        </div>
      )}
      <NotesOfField id={id} />
      <div onFocusOut={nameAfterLabel}>
        <LocalText
          label={say(takesAnswer(field.type) ? "label" : "label_display")}
          isMultiline
          text={field.label}
          path={`${path}/label`}
          onChange={(text) => put("label", text ?? ({} as LocalizedText), "label")}
        />
      </div>
      <LocalText
        label={say("description")}
        isMultiline
        text={field.description}
        path={`${path}/description`}
        onChange={(text) => put("description", text, "description")}
      />
      <div class="ed-pair">
        <Menu
          label={say("type")}
          hint={saving.responseCount > 0 ? say("type_locked") : undefined}
          value={field.type}
          options={types.map((type) => [type, say(type)] as const)}
          onSelect={setType}
        />
        {takesAnswer(field.type) && (
          <CheckBox
            label={say("required")}
            isOn={part.required === true}
            onChange={(isOn) => put("required", isOn ? true : undefined)}
          />
        )}
      </div>
      <FieldRules field={field} path={path} onChange={change} />
      <Section title={say("condition")} isOpen={field.visible_if !== undefined}>
        <ConditionEditor
          condition={field.visible_if}
          sources={sourcesBefore(editor.structure, id)}
          path={`${path}/visible_if`}
          onChange={(condition: Condition | undefined, join) => put("visible_if", condition, join)}
        />
      </Section>
      <Section title={say("more")}>
        {takesPlaceholder(field.type) && (
          <LocalText
            label={say("placeholder")}
            text={part.placeholder as LocalizedText | undefined}
            path={`${path}/placeholder`}
            onChange={(text) => put("placeholder", text, "placeholder")}
          />
        )}
        <IdInput id={id} onRename={rename} />
        <p class="ed-hint">{say("mention_hint")}</p>
      </Section>
      {!editor.isReadOnly && (
        <div class="ed-row">
          <Button label={say("duplicate")} onPress={duplicate} name="duplicate" />
          <Button kind="danger" label={say("remove")} onPress={remove} name="remove" />
        </div>
      )}
    </div>
  );
}

/** A name is taken over when the input is left, so that half a name never collides with another one. */
export function IdInput({ id, onRename }: { id: string; onRename: (id: string) => void }) {
  const { editor, say } = useParts();
  const [wanted, setWanted] = useState<{ readonly of: string; readonly text: string } | undefined>();
  const text = wanted?.of === id ? wanted.text : id;
  const isFree = text === id || !answerIds(editor.structure).includes(text);
  const isPossible = /^[a-z][a-z0-9_]{0,63}$/.test(text) && isFree;
  return (
    <div
      onFocusOut={() => {
        if (isPossible && text !== id) onRename(text);
      }}
    >
      <TextInput
        label={say("id")}
        isCode
        maxLength={64}
        value={text}
        hint={isPossible ? say("id_hint") : say("id_taken")}
        onText={(next) => setWanted({ of: id, text: next })}
      />
    </div>
  );
}
