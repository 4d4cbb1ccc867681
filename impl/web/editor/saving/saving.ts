/** Saves the structure while it is edited. The service keeps changes of a published form until the user publishes them. */
import type { FormStructure } from "../../../../generated/types.ts";
import { type Decision, isSame, merge } from "../../../forms/edits/merge.ts";
import type { SaveReply, StoredForm } from "../boot.ts";
import type { Editor } from "../model/editor.ts";
import { listFilledMarks } from "./filled-texts.ts";
import { createSaveStatus, type SaveStatus } from "./save-status.ts";
import type { Server } from "./server.ts";
import type { UnsavedChanges } from "./unsaved-changes.ts";

/** The time between the last edit and the save. */
const DELAY_MS = 700;
const RETRY_MS = 5_000;

/** Saves the edited form and reports the progress. */
export interface Saving extends SaveStatus {
  /** Returns whether the edited form differs from the one that respondents see. */
  isDirty(): boolean;
  /** Returns whether the edited form differs from the one that the service has. */
  isUnsent(): boolean;
  /** Returns whether the service keeps changes until a user publishes them. */
  isKeeping(): boolean;
  /** Saves at once. @param publish whether to publish the changes as well @returns whether nothing is left to save */
  flush(publish: boolean, acknowledge?: boolean): Promise<boolean>;
  /** Applies the user's decision for each conflict. */
  resolve(decisions: ReadonlyMap<string, Decision>): void;
  /** Adopts a form that was stored another way, such as by a prompt. */
  adopt(next: StoredForm): void;
  /** Restores the form that respondents see. */
  discard(): void;
  /** Restores changes from before the page was closed. */
  resume(unsaved: ReturnType<UnsavedChanges["read"]>): void;
}

export function startSaving(
  editor: Editor,
  server: Server,
  stored: StoredForm,
  keep: UnsavedChanges,
): Saving {
  const status = createSaveStatus(stored, editor.boot.form.responseCount);
  const { isDirty, isUnsent, isKeeping, reportProgress } = compareWithStored(editor, status);
  const conflicts = conflictSolver(editor, status, keep, () => schedule(0));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  editor.subscribe((isEdit) => {
    if (!isEdit) return;
    keep.write(status.base, editor.structure);
    if (!isUnsent()) status.forgetRefusal();
    if (status.state !== "conflict" && status.state !== "saving") reportProgress();
    schedule();
  });
  const { resolve } = conflicts;
  return Object.assign(status, { isDirty, isUnsent, isKeeping, flush, resolve, adopt, discard, resume });

  /** Restores changes from before the page was closed, here or on another device. */
  function resume(unsaved: ReturnType<UnsavedChanges["read"]>): void {
    const kept = stored.pending && { ...stored, structure: stored.pending.base ?? stored.structure };
    status.base = unsaved?.base ?? kept ?? stored;
    if (unsaved !== undefined) editor.replace(unsaved.structure);
    if (unsaved !== undefined || kept !== undefined) conflicts.mergeWith(stored);
  }

  /** Saves at once, and publishes the changes if requested. */
  async function flush(publish: boolean, acknowledge = false): Promise<boolean> {
    clearTimeout(timer);
    await running;
    if (isDirty() || isUnsent()) await send(publish, acknowledge);
    return !isDirty();
  }

  function schedule(delay = DELAY_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (status.state === "conflict") return;
      running = (running ?? Promise.resolve()).then(() => send(false));
    }, delay);
  }

  async function send(publish: boolean, acknowledge = false): Promise<void> {
    const { structure } = editor;
    const { base } = status;
    if (!isDirty() && base.pending === undefined) return status.report("saved");
    const isKept = isKeeping() && !publish;
    status.report("saving");
    const reply = await server.save(structure, base, { keep: isKept, acknowledge });
    status.forgetRefusal();
    if (!reply.ok) return showRefusal(reply);
    status.accept(reply);
    editor.takeNotes(reply.notes);
    const { revision, status: now, pending: id, filled: stored = structure } = reply;
    if (reply.filled) showTranslations(editor, structure, reply.filled);
    const next = { structure: isKept ? base.structure : stored, revision, status: now };
    store(id === undefined ? next : { ...next, pending: { id, structure: stored } });
  }

  function showRefusal(reply: Extract<SaveReply, { ok: false }>): void {
    if (reply.stored) conflicts.mergeWith(reply.stored);
    else status.refuse(reply);
    if (reply.code === "offline") schedule(RETRY_MS);
  }

  /** Adopts a form that was stored another way, such as by a prompt. The next save merges unpublished changes of other users. */
  function adopt({ pending: _, ...next }: StoredForm): void {
    status.base = next;
    editor.replace(next.structure);
    store(next);
  }

  /** Restores the form that respondents see. Undo brings the changes back. */
  function discard(): void {
    status.forgetRefusal();
    editor.replace(status.base.structure);
  }

  function store(next: StoredForm): void {
    status.base = next;
    if (isUnsent()) {
      keep.write(next, editor.structure);
      schedule();
    } else keep.clear();
    reportProgress();
  }
}

/** Shows translations that the service has added, and marks them until the user has reviewed them. */
function showTranslations(editor: Editor, sent: FormStructure, filled: FormStructure): void {
  editor.filled.mark(listFilledMarks(sent, filled), true);
  editor.amend(merge(sent, editor.structure, filled).structure);
}

/** Compares the edited form with the stored one. */
function compareWithStored(editor: Editor, status: SaveStatus) {
  return { isDirty, isUnsent, isKeeping, reportProgress };

  /** Returns whether the edited form differs from the one that respondents see. */
  function isDirty(): boolean {
    return !isSame(editor.structure, status.base.structure);
  }

  /** Returns whether the edited form differs from the one that the service has. */
  function isUnsent(): boolean {
    return !isSame(editor.structure, latestStructure(status.base));
  }

  /** Returns whether the service keeps changes until a user publishes them. */
  function isKeeping(): boolean {
    return status.base.status === "published" || status.base.pending !== undefined;
  }

  function reportProgress(): void {
    if (isUnsent()) status.report("changed");
    else status.report(isDirty() ? "unpublished" : "saved");
  }
}

/** Returns the form with its unpublished changes. */
export function latestStructure({ structure, pending }: StoredForm): FormStructure {
  return pending?.structure ?? structure;
}

/** A merge with one other version. */
interface Step {
  /** The common ancestor of both versions. */
  readonly base: FormStructure;
  readonly theirs: FormStructure;
}

/** Lists the merges: first with unpublished changes of other users, then with the version published since those began. */
function listMerges(known: StoredForm, next: StoredForm): Step[] {
  const { pending, structure } = next;
  if (pending && pending.id === known.pending?.id) return [{ base: known.structure, theirs: structure }];
  const others = { base: latestStructure(known), theirs: latestStructure(next) };
  return pending?.base ? [others, { base: pending.base, theirs: structure }] : [others];
}

/** Merges versions: parts that only one side changed are merged; the user decides on the others. */
function conflictSolver(editor: Editor, status: SaveStatus, keep: UnsavedChanges, save: () => void) {
  let waiting: { readonly next: StoredForm; readonly steps: readonly Step[] } | undefined;
  return { mergeWith: (next: StoredForm) => take(next, listMerges(status.base, next)), resolve };

  function take(next: StoredForm, steps: readonly Step[]): void {
    const [step, ...rest] = steps;
    waiting = { next, steps };
    if (step === undefined) {
      waiting = undefined;
      status.base = next;
      status.report("changed");
      keep.write(next, editor.structure);
      save();
      return;
    }
    const { structure, conflicts } = merge(step.base, editor.structure, step.theirs);
    status.conflicts = conflicts;
    if (conflicts.length > 0) {
      status.report("conflict");
      return;
    }
    editor.replace(structure);
    take(next, rest);
  }

  function resolve(decisions: ReadonlyMap<string, Decision>): void {
    const [step, ...rest] = waiting?.steps ?? [];
    if (waiting === undefined || step === undefined) return;
    const decide = (key: string) => decisions.get(key) ?? "mine";
    const { structure } = merge(step.base, editor.structure, step.theirs, decide);
    editor.replace(structure);
    take(waiting.next, rest);
  }
}
