/** The editor's part of the head of the page: the status of saving, undo and redo, publishing; on phones, the views. */
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Note } from "./boot.ts";
import { useChanges, useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";
import { Icon, type IconName } from "./inputs/icons.tsx";
import type { View } from "./model/editor.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import type { SaveState } from "./saving/save-status.ts";

const VIEWS: readonly View[] = ["outline", "panel", "preview"];

export function Header() {
  const parts = useParts();
  useChanges(parts);
  const { editor, say } = parts;
  const history = [
    ["undo", editor.canUndo()],
    ["redo", editor.canRedo()],
  ] as const;
  return (
    <div class="ed-head">
      <StateOfSaving />
      {!editor.isReadOnly && (
        <>
          <div class="ed-history">
            {history.map(([name, canPress]) => (
              <Button
                key={name}
                kind="icon"
                icon={name}
                label={say(name)}
                isDisabled={!canPress}
                onPress={() => editor[name]()}
                name={name}
              />
            ))}
          </div>
          <Publish />
        </>
      )}
      <Views />
    </div>
  );
}

/** The states without an entry need the user, so their sentence is always shown. */
const quietStates: Partial<Record<SaveState, IconName>> = {
  saved: "saved",
  unpublished: "saved",
  changed: "saving",
  saving: "saving",
  offline: "offline",
};

/** Shows the status of saving. Phones show only the icon of a state that needs nothing from the user. */
function StateOfSaving() {
  const { saving, say } = useParts();
  const { state } = saving;
  const quiet = quietStates[state];
  return (
    <p class={quiet ? "ed-state" : "ed-state ed-state-wrong"} role="status" data-state={state}>
      <span key={state} class="ed-state-icon">
        <Icon name={quiet ?? "has_problem"} />
      </span>
      <span class="ed-state-text">{say(`state_${state}`)}</span>
    </p>
  );
}

/** Publishes the form or its changes, after a question if texts are still examples or labels are equal. */
function Publish() {
  const { editor, saving } = useParts();
  const form = useRef<HTMLFormElement>(null);
  const [notes, setNotes] = useState<readonly Note[]>([]);

  async function publish(): Promise<void> {
    // Only the form of a draft is there: the service publishes it, and shows its page.
    if (await saving.flush(true)) form.current?.submit();
  }

  async function check(): Promise<void> {
    // The notes follow the saved form.
    if (saving.base.status !== "published" && !(await saving.flush(true))) return;
    const left = editor.listMendable();
    if (left.length > 0) setNotes(left);
    else await publish();
  }

  return (
    <>
      <PublishButton form={form} onPress={() => void check()} />
      {notes.length > 0 && (
        <PublishDialog notes={notes} onPublish={() => void publish()} onClose={() => setNotes([])} />
      )}
    </>
  );
}

function PublishButton({ form, onPress }: { form: RefObject<HTMLFormElement | null>; onPress: () => void }) {
  const { editor, saving, say } = useParts();
  const { addresses, csrf } = editor.boot;
  if (saving.base.status !== "published")
    return (
      // The form page has the same form, so publishing works the same with and without the editor.
      <form method="post" action={addresses.status} ref={form}>
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="action" value="publish" />
        <Button kind="main" label={say("publish")} onPress={onPress} name="publish" />
      </form>
    );
  if (!saving.isDirty()) return null;
  return (
    <Button
      kind="main"
      label={say("publish_changes")}
      shortLabel={say("publish")}
      isDisabled={saving.state !== "unpublished"}
      onPress={onPress}
      name="publish-changes"
    />
  );
}

function Views() {
  const { editor, say } = useParts();
  return (
    <div class="ed-views" role="tablist">
      {VIEWS.map((view) => (
        <button
          type="button"
          key={view}
          role="tab"
          aria-selected={editor.view === view}
          onClick={() => editor.show(view)}
        >
          {say(view)}
        </button>
      ))}
    </div>
  );
}

/** The editor's part of the menu in the head: the end of changes that are kept and not published. */
export function HeaderMenu() {
  const parts = useParts();
  useChanges(parts);
  const { editor, saving, say } = parts;
  if (editor.isReadOnly || !saving.isKeeping() || !saving.isDirty()) return null;
  return (
    <button type="button" data-name="discard" onClick={saving.discard}>
      {say("discard_changes")}
    </button>
  );
}
