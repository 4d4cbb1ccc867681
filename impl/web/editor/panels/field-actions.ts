/** Actions on a whole field: change its type, copy, remove and rename it. */
import type { FormField } from "../../../../generated/types.ts";
import type { FieldType } from "../../../forms/fields/client/client-kind.ts";
import { takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import type { Parts } from "../context.ts";
import { leave } from "../leave.ts";
import { allFields, findField, insertField, pageOfField, setProperty, updateField } from "../model/edits.ts";
import { changeType, withCountry } from "../model/field-types.ts";
import { answerIds, freeId, idFrom } from "../model/ids.ts";
import { plainText } from "../model/mentions.ts";
import { countUses, removeField, renameId } from "../model/references.ts";

/** Returns whether responses may answer the question. Then the service does not delete it. */
export function mayHaveAnswers({ saving }: Parts, id: string): boolean {
  const published = findField(saving.base.structure, id);
  return saving.responseCount > 0 && published !== undefined && takesAnswer(published);
}

export function fieldActions({ editor, saving, say }: Parts, id: string) {
  return { setType, duplicate, remove, retire, nameAfterLabel, rename };

  function setType(type: FieldType): void {
    const { default_language } = editor.structure;
    const others = allFields(editor.structure);
    const changeField = (field: FormField) =>
      withCountry(
        changeType(field, type, default_language, (key, n) => say(key, { n })),
        others,
        editor.boot.phoneCountry,
      );
    editor.edit((form) => updateField(form, id, changeField));
  }

  function duplicate(): void {
    const copyId = editor.freeAnswerId(id);
    const page = pageOfField(editor.structure, id)!;
    const index = page.fields.findIndex((one) => one.id === id) + 1;
    const copy = { ...findField(editor.structure, id)!, id: copyId };
    editor.edit((form) => insertField(form, page.id, copy, index));
    editor.select({ kind: "field", id: copyId });
  }

  function remove(): void {
    if (allFields(editor.structure).length === 1) editor.announce(say("last_field"));
    else void leave(document.querySelector(`.ed-outline [data-item="${id}"]`), removeNow);
  }

  function removeNow(): void {
    const field = findField(editor.structure, id);
    if (field === undefined) return;
    const name = plainText(editor, field.label);
    const uses = countUses(editor.structure, id);
    editor.edit((form) => removeField(form, id));
    editor.announce(say(uses === 0 ? "removed" : "removed_with_uses", { name, n: uses }), true);
  }

  /** Stops or starts again to ask the question. */
  function retire(isRetired: boolean): void {
    const name = plainText(editor, findField(editor.structure, id)!.label);
    editor.edit((form) =>
      updateField(form, id, (field) => setProperty(field, "retired", isRetired ? true : undefined)),
    );
    editor.announce(say(isRetired ? "retired" : "restored_question", { name }), true);
  }

  /** Derives the id from the label, as long as the field still has the id of a new field. */
  function nameAfterLabel(): void {
    // The field may have lost the focus because it was removed.
    const words = findField(editor.structure, id)?.label[editor.structure.default_language];
    if (words === undefined || words === say("new_label")) return;
    if (!/^question_\d+(_\d+)?$/.test(id) || saving.responseCount > 0) return;
    const wanted = idFrom(words, id);
    if (wanted !== id) rename(freeId(wanted, answerIds(editor.structure)));
  }

  function rename(next: string): void {
    editor.edit((form) => renameId(form, id, next));
    editor.select({ kind: "field", id: next }, editor.view);
  }
}
