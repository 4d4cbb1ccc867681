/** The bar at the top: the status of saving, undo, publishing. */
import { useRef } from "preact/hooks";
import { useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";
import { Menu } from "./inputs/inputs.tsx";

export function Header() {
  const { editor, saving, say, languageName } = useParts();
  const { boot, structure } = editor;
  const { languages } = structure;
  const isPublished = saving.base.status === "published";

  const history = [
    ["undo", "↶", editor.canUndo()],
    ["redo", "↷", editor.canRedo()],
  ] as const;
  const publishing = useRef<HTMLFormElement>(null);
  async function publish(): Promise<void> {
    if (await saving.flush(true)) publishing.current?.submit();
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
          {history.map(([name, sign, canPress]) => (
            <Button
              key={name}
              kind="icon"
              sign={sign}
              label={say(name)}
              isDisabled={!canPress}
              onPress={() => editor[name]()}
              name={name}
            />
          ))}
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
            // The form page has the same form, so publishing works the same with and without the editor.
            <form method="post" action={boot.addresses.status} ref={publishing}>
              <input type="hidden" name="csrf" value={boot.csrf} />
              <input type="hidden" name="action" value="publish" />
              <Button kind="main" label={say("publish")} onPress={() => void publish()} name="publish" />
            </form>
          )}
        </div>
      )}
    </header>
  );
}
