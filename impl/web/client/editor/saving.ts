/** Saves the structure while it is edited. Of a published form it only reports what a save would do, until asked to. */
import type { FormStructure } from "../../../../generated/types.ts";
import type { StoredForm } from "./boot.ts";
import type { Editor } from "./editor.ts";
import { type Decision, isSame, merge } from "./merge.ts";
import { createSaveStatus, type SaveStatus } from "./save-status.ts";
import type { Server } from "./server.ts";
import type { UnsavedChanges } from "./unsaved-changes.ts";

/** How long after the last edit it is saved. */
const DELAY_MS = 700;
const RETRY_MS = 5_000;

export type Saving = ReturnType<typeof startSaving>;

export function startSaving(editor: Editor, server: Server, stored: StoredForm, keep: UnsavedChanges) {
  const status = createSaveStatus(stored, editor.boot.form.responseCount);
  const conflicts = conflictSolver(editor, status, keep, () => schedule(0));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  editor.subscribe((isEdit) => {
    if (!isEdit) return;
    keep.write(status.base, editor.structure);
    if (!isDirty()) status.forgetRefusal();
    if (status.state !== "conflict" && status.state !== "saving")
      status.report(isDirty() ? "changed" : "saved");
    schedule();
  });
  return Object.assign(status, { isDirty, flush, resolve: conflicts.resolve, adopt, discard });

  function isDirty(): boolean {
    return !isSame(editor.structure, status.base.structure);
  }

  /** Saves at once, also what would wait to be published. */
  async function flush(publish: boolean): Promise<boolean> {
    clearTimeout(timer);
    await running;
    if (isDirty()) await send(publish);
    return !isDirty();
  }

  function schedule(delay = DELAY_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (status.state === "conflict") return;
      running = (running ?? Promise.resolve()).then(() => send(false));
    }, delay);
  }

  async function send(publish: boolean): Promise<void> {
    const { structure } = editor;
    if (!isDirty()) return status.report("saved");
    const dryRun = status.status === "published" && !publish;
    status.report("saving");
    const reply = await server.save(structure, status.base.revision, dryRun);
    status.forgetRefusal();
    if (!reply.ok) {
      status.message = reply.message;
      if (reply.code === "revision_conflict" && reply.stored) return conflicts.mergeWith(reply.stored);
      status.refuse(reply);
      if (reply.code === "offline") schedule(RETRY_MS);
      return;
    }
    status.responseCount = reply.responseCount;
    status.warnings = reply.warnings;
    if (dryRun) return status.report("unpublished");
    store({ structure, revision: reply.revision, status: reply.status });
  }

  /** Takes over what was stored another way, such as by a prompt. */
  function adopt(next: StoredForm): void {
    status.rebase(next);
    editor.edit(() => next.structure);
    store(next);
  }

  /** Goes back to what is stored. Undo brings the changes again. */
  function discard(): void {
    status.forgetRefusal();
    editor.edit(() => status.base.structure);
  }

  function store(next: StoredForm): void {
    status.rebase(next);
    if (isDirty()) {
      keep.write(next, editor.structure);
      status.report("changed");
      schedule();
    } else {
      keep.clear();
      status.report("saved");
    }
  }
}

/** Brings two versions together: the part that only one side changed is merged; what is left is for people to decide. */
function conflictSolver(editor: Editor, status: SaveStatus, keep: UnsavedChanges, save: () => void) {
  return { mergeWith, resolve };

  function mergeWith(theirs: StoredForm): void {
    const { structure, conflicts } = merge(status.base.structure, editor.structure, theirs.structure);
    status.theirs = theirs;
    status.conflicts = conflicts;
    if (conflicts.length > 0) status.report("conflict");
    else continueWith(theirs, structure);
  }

  function resolve(decisions: ReadonlyMap<string, Decision>): void {
    const { theirs, base } = status;
    if (theirs === undefined) return;
    const decide = (key: string) => decisions.get(key) ?? "mine";
    continueWith(theirs, merge(base.structure, editor.structure, theirs.structure, decide).structure);
  }

  function continueWith(theirs: StoredForm, structure: FormStructure): void {
    status.conflicts = [];
    status.theirs = undefined;
    status.rebase(theirs);
    status.report("changed");
    editor.edit(() => structure);
    keep.write(theirs, editor.structure);
    save();
  }
}
