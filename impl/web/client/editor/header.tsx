/** The bar on top: how the saving goes, undo, publishing. */
import { useParts } from "./context.ts";
import { Button } from "./controls.tsx";
import { Menu } from "./inputs.tsx";

export function Header() {
  const { editor, saving, say, languageName } = useParts();
  const { boot, structure } = editor;
  const { languages } = structure;
  const isPublished = saving.base.status === "published";

  async function publish(): Promise<void> {
    if (!(await saving.flush(true))) return;
    // The same form that the page of the form has: it works the same with and without the editor.
    const form = document.createElement("form");
    form.method = "post";
    form.action = boot.addresses.status;
    for (const [name, value] of [
      ["csrf", boot.csrf],
      ["action", "publish"],
    ] as const) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  return (
    <header class="ed-head">
      <p class={`ed-state ed-state-${saving.state}`} role="status" data-state={saving.state}>
        {say(`state_${saving.state}`)}
      </p>
      {languages.length > 1 && (
        <Menu
          label={say("writing_in")}
          isLabelHidden
          value={editor.language}
          options={languages.map((language) => [language, languageName(language)] as const)}
          onSelect={(language) => editor.setLanguage(language)}
        />
      )}
      {!editor.isReadOnly && (
        <div class="ed-row">
          <Button
            kind="icon"
            sign="↶"
            label={say("undo")}
            isDisabled={!editor.canUndo()}
            onPress={editor.undo}
            name="undo"
          />
          <Button
            kind="icon"
            sign="↷"
            label={say("redo")}
            isDisabled={!editor.canRedo()}
            onPress={editor.redo}
            name="redo"
          />
          {saving.isKeeping() && saving.isDirty() && (
            <Button label={say("discard")} onPress={saving.discard} name="discard" />
          )}
          {isPublished && saving.isDirty() && (
            <Button
              kind="main"
              label={say("publish_changes")}
              isDisabled={saving.state !== "unpublished"}
              onPress={() => void saving.flush(true)}
              name="publish-changes"
            />
          )}
          {!isPublished && (
            <Button kind="main" label={say("publish")} onPress={() => void publish()} name="publish" />
          )}
        </div>
      )}
    </header>
  );
}
