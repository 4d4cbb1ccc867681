/** The properties of a field. */
import { useState } from "preact/hooks";
import type { Condition, FormField } from "../../../../generated/types.ts";
import type { FieldType } from "../../../forms/fields/client/client-kind.ts";
import { clientKind, fieldTypes, takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
import { NotesOfField } from "../check-list.tsx";
import { ConditionEditor } from "../conditions/condition.tsx";
import { JumpSection } from "../conditions/jumps.tsx";
import { readCondition } from "../conditions/readable.ts";
import { type Parts, useParts } from "../context.ts";
import { Button, CheckBox, Section } from "../inputs/controls.tsx";
import { Menu, TextInput } from "../inputs/inputs.tsx";
import { findField, findFieldPath, setProperty, updateField } from "../model/edits.ts";
import type { Part } from "../model/field-types.ts";
import { answerIds } from "../model/ids.ts";
import { plainText } from "../model/mentions.ts";
import { listSourcesBefore } from "../model/sources.ts";
import { fieldActions, mayHaveAnswers } from "./field-actions.ts";
import { FieldRules } from "./field-rules.tsx";
import { FieldTexts } from "./field-texts.tsx";
import { KeepDialog } from "./keep-dialog.tsx";
import { FieldPicture } from "./pictures.tsx";
import { PropertyText, RulesContext } from "./rule-inputs.tsx";

export function FieldPanel({ id }: { id: string }) {
  const parts = useParts();
  const { editor, saving, say } = parts;
  const { setType, nameAfterLabel, rename } = fieldActions(parts, id);
  const field = findField(editor.structure, id)!;
  const path = findFieldPath(editor.structure, id)!;
  const part: Part = { ...field };

  const change = (next: (field: FormField) => FormField, join?: string) =>
    editor.edit((form) => updateField(form, id, next), join && `${id} ${join}`);
  const put = (key: string, value: unknown, join?: string) =>
    change((one) => setProperty(one, key, value), join);

  const breaking = saving.breaking.filter((one) => one.field === id);
  return (
    <RulesContext.Provider value={{ field, path, onChange: change }}>
      <div class="ed-fields">
        {breaking.length > 0 && (
          <div class="ed-note ed-note-wrong" role="alert">
            <strong>{say("blocked_here")}</strong> {breaking.map(({ message }) => message).join(" ")}
          </div>
        )}
        {isRetired(field) && <p class="ed-note">{say("retired_note")}</p>}
        <NotesOfField id={id} />
        <div onFocusOut={nameAfterLabel}>
          <FieldTexts />
        </div>
        <div class="ed-pair">
          <TypeMenu type={field.type} onSelect={setType} />
          {takesAnswer(field) && (
            <CheckBox
              label={say("required")}
              isOn={part.required === true || addressField(editor.structure)?.id === id}
              onChange={(isOn) => put("required", isOn || (part.type === "email" ? false : undefined))}
            />
          )}
        </div>
        <FieldRules />
        <FieldPicture />
        <Section title={conditionTitle(parts, field)} isOpen={field.visible_if !== undefined}>
          <ConditionEditor
            condition={field.visible_if}
            sources={listSourcesBefore(editor.structure, id)}
            path={`${path}/visible_if`}
            onChange={(condition: Condition | undefined, join) => put("visible_if", condition, join)}
          />
        </Section>
        <JumpSection key={id} id={id} />
        <Section title={say("more")}>
          {clientKind(field.type).placeholder && <PropertyText text="placeholder" />}
          <IdInput id={id} onRename={rename} />
        </Section>
        {!editor.isReadOnly && <Actions field={field} />}
      </div>
    </RulesContext.Provider>
  );
}

/** Names the section of the condition by what the condition says. */
function conditionTitle({ editor, say }: Parts, { id, visible_if }: FormField): string {
  if (visible_if === undefined) return say("condition");
  const sources = listSourcesBefore(editor.structure, id);
  return say("shown_if", { text: readCondition(visible_if, { say, sources }) });
}

/** Duplicates, retires or deletes a field. A question that has answers is retired instead of deleted. */
function Actions({ field }: { field: FormField }) {
  const parts = useParts();
  const { editor, saving, say } = parts;
  const { duplicate, remove, retire } = fieldActions(parts, field.id);
  const [isAsking, setAsking] = useState(false);
  const isAnswered = mayHaveAnswers(parts, field.id);
  return (
    <div class="ed-row">
      <Button icon="duplicate" label={say("duplicate")} onPress={duplicate} name="duplicate" />
      {isRetired(field) && (
        <Button icon="restore" label={say("restore")} onPress={() => retire(false)} name="restore" />
      )}
      {!(isAnswered && isRetired(field)) && (
        <Button
          kind="danger"
          icon="remove"
          label={say("remove")}
          onPress={() => (isAnswered ? setAsking(true) : remove())}
          name="remove"
        />
      )}
      {isAsking && (
        <KeepDialog
          title={say("keep_title", { name: plainText(editor, field.label) })}
          text={say("keep_text", { n: saving.responseCount })}
          keep={say("keep_answers_of", { n: saving.responseCount })}
          copy={say("keep_copy")}
          onKeep={() => retire(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function TypeMenu({ type, onSelect }: { type: FieldType; onSelect: (type: FieldType) => void }) {
  const { saving, say } = useParts();
  const isLocked = saving.responseCount > 0;
  const isOffered = (one: FieldType) => !isLocked || one === type || clientKind(type).becomes?.includes(one);
  return (
    <Menu
      label={say("type")}
      hint={isLocked ? say("type_locked") : undefined}
      value={type}
      options={fieldTypes.filter(isOffered).map((one) => [one, say(one)] as const)}
      onSelect={onSelect}
    />
  );
}

/** An input for an id. The change is applied on blur, so an incomplete id never collides with another one. */
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
