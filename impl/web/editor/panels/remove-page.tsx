/** The button that removes a page. Questions that responses may answer are not deleted, so it offers to stop asking them. */
import { useState } from "preact/hooks";
import type { FormField, FormPage, FormStructure } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { leave } from "../leave.ts";
import { setProperty, updateField } from "../model/edits.ts";
import { plainText } from "../model/mentions.ts";
import { removeField } from "../model/references.ts";
import { mayHaveAnswers } from "./field-actions.ts";
import { KeepDialog } from "./keep-dialog.tsx";

export function RemovePage({ id }: { id: string }) {
  const parts = useParts();
  const { editor, saving, say } = parts;
  const [isAsking, setAsking] = useState(false);
  const { pages } = editor.structure;
  const at = pages.findIndex((one) => one.id === id);
  const page: FormPage | undefined = pages[at];
  if (editor.isReadOnly || page === undefined || pages.length === 1) return null;
  const title = page.title && plainText(editor, page.title);
  const name = title || say("page", { n: at + 1 });
  const fields = page.fields as readonly FormField[];
  const isAnswered = (field: FormField) => mayHaveAnswers(parts, field.id);

  /** Removes the questions one by one, so references to them are removed, too. */
  const without = (form: FormStructure, gone: readonly FormField[]) =>
    gone.reduce((left, field) => removeField(left, field.id), form);

  function remove(): void {
    if (fields.some(isAnswered)) {
      setAsking(true);
      return;
    }
    void leave(document.querySelector(`[data-item="page:${id}"]`), () => {
      editor.edit((form) => without(form, form.pages.find((one) => one.id === id)?.fields ?? []));
      editor.announce(say("removed", { name }), true);
    });
  }

  function retire(): void {
    const stop = (form: FormStructure, { id }: FormField) =>
      updateField(form, id, (field) => setProperty(field, "retired", true));
    const others = fields.filter((field) => !isAnswered(field));
    editor.edit((form) => without(fields.filter(isAnswered).reduce(stop, form), others));
    editor.announce(say("retired_page", { name }), true);
  }

  return (
    <div class="ed-row">
      <Button kind="danger" label={say("remove_page")} name="remove-page" onPress={remove} />
      {isAsking && (
        <KeepDialog
          title={say("keep_title", { name })}
          text={say("keep_page_text", { n: saving.responseCount })}
          keep={say("keep_answers_of", { n: saving.responseCount })}
          copy={say("keep_copy_page")}
          onKeep={retire}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
