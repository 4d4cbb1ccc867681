/** Saves the structure while it is edited. Of a published form it only reports what a save would do, until asked to. */
import type { FormChange, FormStatus, FormStructure, Warning } from "../../../../generated/types.ts";
import type { Problem, SaveReply, StoredForm } from "./boot.ts";
import type { Editor } from "./editor.ts";
import { type Conflict, type Decision, merge, same } from "./merge.ts";
import type { Server } from "./server.ts";
import type { UnsavedChanges } from "./unsaved-changes.ts";

export type SaveState =
  | "saved"
  /** Changed, and not sent yet. */
  | "changed"
  | "saving"
  /** A published form with changes that could be published. */
  | "unpublished"
  /** The structure breaks a rule, see `problems`. */
  | "invalid"
  /** The change would break responses, see `breaking`. */
  | "blocked"
  /** Changed elsewhere in a way that does not fit, see `conflicts`. */
  | "conflict"
  | "offline"
  | "signed_out"
  | "failed";

/** How long after the last edit it is saved. */
const DELAY_MS = 700;
const RETRY_MS = 5_000;

export type Saving = ReturnType<typeof startSaving>;

export function startSaving(editor: Editor, server: Server, stored: StoredForm, keep: UnsavedChanges) {
  let base = stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const saving = {
    state: "saved" as SaveState,
    /** Changes whenever something is stored. */
    revision: stored.revision,
    status: stored.status as FormStatus,
    responseCount: editor.boot.form.responseCount,
    message: "",
    problems: [] as readonly Problem[],
    breaking: [] as readonly FormChange[],
    warnings: [] as readonly Warning[],
    conflicts: [] as readonly Conflict[],
    /** The other version of a conflict. */
    theirs: undefined as StoredForm | undefined,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isDirty: () => !same(editor.structure, base.structure),
    /** Saves at once, also what would wait to be published. */
    async flush(publish: boolean): Promise<boolean> {
      clearTimeout(timer);
      await running;
      if (saving.isDirty()) await send(publish);
      return !saving.isDirty();
    },
    resolve,
    adopt,
    discard,
  };

  editor.subscribe((isEdit) => {
    if (!isEdit) return;
    keep.write(base, editor.structure);
    if (!saving.isDirty()) forgetRefusal();
    if (saving.state !== "conflict" && saving.state !== "saving")
      report(saving.isDirty() ? "changed" : "saved");
    schedule();
  });

  function schedule(delay = DELAY_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (saving.state === "conflict") return;
      running = (running ?? Promise.resolve()).then(() => send(false));
    }, delay);
  }

  async function send(publish: boolean): Promise<void> {
    const { structure } = editor;
    if (!saving.isDirty()) return report("saved");
    const dryRun = saving.status === "published" && !publish;
    report("saving");
    const reply = await server.save(structure, base.revision, dryRun);
    forgetRefusal();
    if (!reply.ok) return refused(reply);
    saving.responseCount = reply.responseCount;
    saving.warnings = reply.warnings;
    if (dryRun) return report("unpublished");
    store({ structure, revision: reply.revision, status: reply.status });
  }

  function refused(reply: Extract<SaveReply, { ok: false }>) {
    saving.message = reply.message;
    switch (reply.code) {
      case "revision_conflict":
        if (reply.stored) return mergeWith(reply.stored);
        return report("failed");
      case "invalid_input":
        saving.problems = reply.problems ?? [];
        return report("invalid");
      case "breaking_edit_blocked":
        saving.breaking = reply.changes ?? [];
        return report("blocked");
      case "offline":
        report("offline");
        return schedule(RETRY_MS);
      case "signed_out":
        return report("signed_out");
      default:
        return report("failed");
    }
  }

  function forgetRefusal(): void {
    saving.problems = [];
    saving.breaking = [];
    saving.message = "";
  }

  /** The part that only one side changed is merged; what is left is for people to decide. */
  function mergeWith(theirs: StoredForm) {
    const { structure, conflicts } = merge(base.structure, editor.structure, theirs.structure);
    saving.theirs = theirs;
    saving.conflicts = conflicts;
    if (conflicts.length > 0) return report("conflict");
    continueWith(theirs, structure);
  }

  function resolve(decisions: ReadonlyMap<string, Decision>): void {
    const { theirs } = saving;
    if (theirs === undefined) return;
    const decide = (key: string) => decisions.get(key) ?? "mine";
    continueWith(theirs, merge(base.structure, editor.structure, theirs.structure, decide).structure);
  }

  function continueWith(theirs: StoredForm, structure: FormStructure): void {
    base = theirs;
    saving.conflicts = [];
    saving.theirs = undefined;
    saving.revision = theirs.revision;
    saving.status = theirs.status;
    report("changed");
    editor.edit(() => structure);
    keep.write(base, editor.structure);
    schedule(0);
  }

  /** Takes over what was stored another way, such as by a prompt. */
  function adopt(next: StoredForm): void {
    base = next;
    saving.revision = next.revision;
    saving.status = next.status;
    editor.edit(() => next.structure);
    store(next);
  }

  /** Goes back to what is stored. Undo brings the changes again. */
  function discard(): void {
    forgetRefusal();
    editor.edit(() => base.structure);
  }

  function store(next: StoredForm): void {
    base = next;
    saving.revision = next.revision;
    saving.status = next.status;
    if (saving.isDirty()) {
      keep.write(base, editor.structure);
      report("changed");
      schedule();
    } else {
      keep.clear();
      report("saved");
    }
  }

  function report(state: SaveState): void {
    saving.state = state;
    for (const listener of listeners) listener();
  }

  return saving;
}
