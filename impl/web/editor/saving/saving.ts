/** Saves the structure while it is edited. What a form that takes answers would be is kept by the service until asked to publish it. */
import type { FormStructure } from "../../../../generated/types.ts";
import { type Decision, isSame, merge } from "../../../forms/edits/merge.ts";
import type { SaveReply, StoredForm } from "../boot.ts";
import type { Editor } from "../model/editor.ts";
import { filledMarks } from "./filled-texts.ts";
import { createSaveStatus, type SaveStatus } from "./save-status.ts";
import type { Server } from "./server.ts";
import type { UnsavedChanges } from "./unsaved-changes.ts";

/** How long after the last edit it is saved. */
const DELAY_MS = 700;
const RETRY_MS = 5_000;

/** Saves the form that is edited, and says how that stands. */
export interface Saving extends SaveStatus {
  /** Whether respondents see another form. */
  isDirty(): boolean;
  /** Whether the service does not have it yet. */
  isUnsent(): boolean;
  /** Whether changes wait until somebody publishes them. */
  isKeeping(): boolean;
  /** Saves at once, also what would wait to be published. @returns whether nothing is left to save */
  flush(publish: boolean, acknowledge?: boolean): Promise<boolean>;
  /** Carries out what a person decided of each conflict. */
  resolve(decisions: ReadonlyMap<string, Decision>): void;
  /** Takes over what was stored another way, such as by a prompt. */
  adopt(next: StoredForm): void;
  /** Goes back to what respondents see. */
  discard(): void;
  /** Goes on with what was changed before the page was left. */
  resume(unsaved: ReturnType<UnsavedChanges["read"]>): void;
}

export function startSaving(
  editor: Editor,
  server: Server,
  stored: StoredForm,
  keep: UnsavedChanges,
): Saving {
  const status = createSaveStatus(stored, editor.boot.form.responseCount);
  const { isDirty, isUnsent, isKeeping, reportProgress } = progressOf(editor, status);
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

  /** Goes on with what was changed before the page was left, here or on another device. */
  function resume(unsaved: ReturnType<UnsavedChanges["read"]>): void {
    const kept = stored.pending && { ...stored, structure: stored.pending.base ?? stored.structure };
    status.base = unsaved?.base ?? kept ?? stored;
    if (unsaved !== undefined) editor.replace(unsaved.structure);
    if (unsaved !== undefined || kept !== undefined) conflicts.mergeWith(stored);
  }

  /** Saves at once, also what would wait to be published. */
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
    if (!reply.ok) return refused(reply);
    status.responseCount = reply.responseCount;
    status.warnings = reply.warnings;
    const { revision, status: now, pending: id, filled: stored = structure } = reply;
    if (reply.filled) takeFilled(editor, structure, reply.filled);
    const next = { structure: isKept ? base.structure : stored, revision, status: now };
    store(id === undefined ? next : { ...next, pending: { id, structure: stored } });
  }

  function refused(reply: Extract<SaveReply, { ok: false }>): void {
    if (reply.stored) conflicts.mergeWith(reply.stored);
    else status.refuse(reply);
    if (reply.code === "offline") schedule(RETRY_MS);
  }

  /** Takes over what was stored another way, such as by a prompt. Changes that others keep are merged with the next save. */
  function adopt({ pending: _, ...next }: StoredForm): void {
    status.base = next;
    editor.replace(next.structure);
    store(next);
  }

  /** Goes back to what respondents see. Undo brings the changes again. */
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

/** Shows translations that the service has filled in, and marks them until their owner has looked at them. */
function takeFilled(editor: Editor, sent: FormStructure, filled: FormStructure): void {
  editor.filled.mark(filledMarks(sent, filled), true);
  editor.amend(merge(sent, editor.structure, filled).structure);
}

/** What the editor has, compared with what is stored. */
function progressOf(editor: Editor, status: SaveStatus) {
  return { isDirty, isUnsent, isKeeping, reportProgress };

  /** Whether respondents see another form. */
  function isDirty(): boolean {
    return !isSame(editor.structure, status.base.structure);
  }

  /** Whether the service does not have it yet. */
  function isUnsent(): boolean {
    return !isSame(editor.structure, latest(status.base));
  }

  /** Whether changes wait until somebody publishes them. */
  function isKeeping(): boolean {
    return status.base.status === "published" || status.base.pending !== undefined;
  }

  function reportProgress(): void {
    if (isUnsent()) status.report("changed");
    else status.report(isDirty() ? "unpublished" : "saved");
  }
}

/** The form with the changes that the service keeps. */
export function latest({ structure, pending }: StoredForm): FormStructure {
  return pending?.structure ?? structure;
}

/** A merge with one other version. */
interface Step {
  /** What both started from. */
  readonly base: FormStructure;
  readonly theirs: FormStructure;
}

/** What others keep is merged first, and then what was published since they began. */
function stepsTo(known: StoredForm, next: StoredForm): Step[] {
  const { pending, structure } = next;
  if (pending && pending.id === known.pending?.id) return [{ base: known.structure, theirs: structure }];
  const others = { base: latest(known), theirs: latest(next) };
  return pending?.base ? [others, { base: pending.base, theirs: structure }] : [others];
}

/** Brings versions together: the part that only one side changed is merged; what is left is for people to decide. */
function conflictSolver(editor: Editor, status: SaveStatus, keep: UnsavedChanges, save: () => void) {
  let waiting: { readonly next: StoredForm; readonly steps: readonly Step[] } | undefined;
  return { mergeWith: (next: StoredForm) => take(next, stepsTo(status.base, next)), resolve };

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
