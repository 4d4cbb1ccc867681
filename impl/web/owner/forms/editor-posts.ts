/** Answers the posts of the editor's script: structures to save, prompts, and proposals to apply. The answers are JSON. */
import type { Refusal } from "@toolwright/runtime";
import type { FormChange, FormStructure, Warning } from "../../../../generated/types.ts";
import { MAX_FORM_TEXT } from "../../../ai/read-form-text.ts";
import { isSame } from "../../../forms/edits/merge.ts";
import { OUTDATED } from "../../../forms/edits/outdated-warnings.ts";
import { formOverview } from "../../../forms/overview.ts";
import { type MergedChanges, mergedChanges } from "../../../forms/pending.ts";
import { SecretRefusal } from "../../../forms/structure/warnings/secret-fields.ts";
import { BlockedEdit } from "../../../forms/update/blocked-edit.ts";
import { applyProposal, openProposal, proposeByPrompt } from "../../../forms/update/proposal.ts";
import { type FormUpdate, updateForm } from "../../../forms/update/update.ts";
import { WordedRefusal } from "../../../platform/failures/worded-refusal.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { warningText } from "../../../texts/sentences/warnings.ts";
import type {
  ApplyReply,
  ChangedPlace,
  KeptChanges,
  ProposalReply,
  QuestionsReply,
  SaveReply,
  StoredForm,
  TranslationReply,
} from "../../editor/boot.ts";
import type { FormValues } from "../../form-body.ts";
import { securityHeaders } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { secretQuestion } from "../views/forms/publishing/secret-box.ts";
import { isAcknowledged } from "./acknowledgement.ts";
import { describeChanges } from "./change-text.ts";
import { listNotes } from "./notes.ts";
import { editRefusalText, isOfPrompt, reasonText, refusalText, textWithMarks } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";
import { parseStructure } from "./structure-text.ts";

type EditRequest = OwnerRequest<"editForm" | "proposals">;

type Reply = SaveReply | ProposalReply | ApplyReply | TranslationReply | QuestionsReply;

/** The maximum length of lists, which users read. */
const MAX_LISTED = 200;

export function postStructure(request: EditRequest, formId: string, values: FormValues): Promise<Response> {
  const { site, account, c } = request;
  const text = values.get("structure") ?? "";
  return answerScript(request, formId, async (): Promise<SaveReply> => {
    const structure = parseStructure(request, text);
    const { structure: before } = await storedForm(request, formId);
    const update = { ...readUpdate(formId, structure, values), expectedRevision: readRevision(values) };
    const updated = await updateForm(site, account.id, update, c.req.raw.signal);
    const { form, responseCount, changes, warnings, pending, structure: stored = structure } = updated;
    if (!update.keep && changes.length > 0) audit(request, "structure", formId);
    const { revision, status } = form;
    return {
      ok: true,
      revision,
      status,
      ...(pending !== undefined && { pending }),
      ...(!isSame(stored, structure) && { filled: stored }),
      responseCount,
      changes: describeChanges(request.t, changes.slice(0, MAX_LISTED), { before, after: structure }),
      // The editor removes outdated translations itself, and keeps those that the user wrote.
      warnings: describeWarnings(
        request,
        warnings.filter(({ code }) => code !== OUTDATED),
      ),
      notes: listNotes(await formOverview(request.site.storage, account.id, formId, true), request),
    };
  });
}

/** Reads the update of a post: a structure to store, or to keep as unpublished changes. */
export function readUpdate(
  formId: string,
  structure: FormStructure,
  values: FormValues,
): Omit<FormUpdate, "expectedRevision"> {
  const keep = values.get("keep") === "yes";
  const acknowledge = isAcknowledged(values);
  return { formId, edit: { structure }, dryRun: false, keep, pending: values.get("pending"), acknowledge };
}

/** Answers a prompt with a proposal, or applies a proposal. */
export function postProposal(request: EditRequest, formId: string, values: FormValues): Promise<Response> {
  const { site, account, c } = request;
  const { signal } = c.req.raw;
  return answerScript(request, formId, async (): Promise<ProposalReply | ApplyReply> => {
    const sealed = values.get("proposal");
    if (sealed !== undefined) {
      await applyProposal(
        site,
        site.proposals,
        account.id,
        { formId, sealed, acknowledge: isAcknowledged(values) },
        signal,
      );
      audit(request, "prompt", formId);
      return { ok: true, ...(await storedForm(request, formId)) };
    }
    const wish = { formId, prompt: values.get("prompt") ?? "", revision: readRevision(values) };
    const shown = await proposeByPrompt(site, site.proposals, account.id, wish, signal);
    const { kind } = shown.generator;
    const { draft } = openProposal(site.proposals, account.id, formId, shown.sealed, site.clock());
    const { structure: before } = await storedForm(request, formId);
    const versions = { before, after: draft.structure };
    return {
      ok: true,
      changes: describeChanges(request.t, shown.changes.slice(0, MAX_LISTED), versions),
      warnings: describeWarnings(request, shown.warnings),
      proposal: shown.sealed,
      places: changedPlaces(draft.structure, shown.changes),
      generator: kind,
      ...(shown.secrets.length > 0 && { agree: secretQuestion(request.t, shown.secrets) }),
    };
  });
}

function changedPlaces({ pages }: FormStructure, changes: readonly FormChange[]): ChangedPlace[] {
  const changed = new Set(changes.map(({ field }) => field));
  return pages.flatMap(({ id: page, fields }) =>
    fields.filter(({ id }) => changed.has(id)).map(({ id: field }) => ({ page, field })),
  );
}

function describeWarnings({ t }: OwnerRequest, warnings: readonly Warning[]): Warning[] {
  const worded = warnings.map((warning) => ({ ...warning, message: warningText(warning, t.language) }));
  // Several warnings of one kind may have the same sentence.
  return [...new Map(worded.map((one) => [one.message, one])).values()].slice(0, MAX_LISTED);
}

/** Reads the revision. Without one, nothing is saved, because the save could undo changes of others. */
function readRevision(values: FormValues): number {
  const revision = Number(values.get("revision"));
  return Number.isSafeInteger(revision) ? revision : 0;
}

async function storedForm({ site, account }: OwnerRequest, formId: string): Promise<StoredForm> {
  const form = await formOverview(site.storage, account.id, formId, true);
  const { structure, revision, status } = form;
  const merged = await mergedChanges(site.storage.db, form);
  return { structure: structure!, revision, status, ...(merged && { pending: unmergedChanges(merged) }) };
}

/** Returns the unmerged changes: the editor merges itself, so it can ask about conflicts. */
export function unmergedChanges({ id, kept, base }: MergedChanges): KeptChanges {
  return { id, structure: kept, ...(base && { base }) };
}

/** Sends the reply of a function as JSON, or its refusal. */
export function answerScript(
  request: OwnerRequest,
  formId: string,
  run: () => Promise<Reply>,
): Promise<Response> {
  const send = (reply: Reply, status: 200 | 403 | 409 | 422 | 429 = 200) =>
    request.c.json(reply, status, { "Cache-Control": "private, no-store", ...securityHeaders(false) });
  return handleRefusal(
    async () => send(await run()),
    async (refusal) => {
      const isConflict = refusal.code === "revision_conflict";
      const stored = isConflict ? { stored: await storedForm(request, formId) } : {};
      const { status } = refusalText(request.t, refusal);
      return send({ ...describeRefusal(request, refusal), ...stored }, isConflict ? 409 : status);
    },
  );
}

function describeRefusal({ t }: OwnerRequest, refusal: Refusal) {
  const { text, details } = editRefusalText(t, refusal);
  return {
    ok: false as const,
    code: refusal.code,
    message: (isOfPrompt(refusal) ? [...details, text] : [text, ...details]).join(" "),
    ...markedText(t, refusal),
    ...(refusal instanceof WordedRefusal && { problems: wordProblems(t, refusal) }),
    ...(refusal instanceof BlockedEdit && { changes: breakingChanges(t, refusal) }),
  };
}

function markedText(t: OwnerTranslation, refusal: Refusal) {
  const text = textWithMarks(t, refusal, 2 * MAX_FORM_TEXT);
  return text === undefined ? {} : { text };
}

/** Translates problems, and converts their paths in the tool's arguments to paths in the structure. */
function wordProblems(t: OwnerTranslation, refusal: WordedRefusal) {
  return refusal.reasons.map((reason) => ({
    path: refusal instanceof SecretRefusal ? "/acknowledge" : (reason.path ?? "").replace(/^\/structure/, ""),
    problem: reasonText(t, reason),
  }));
}

function breakingChanges(t: OwnerTranslation, { before, after, breaking }: BlockedEdit): FormChange[] {
  return describeChanges(t, breaking.slice(0, MAX_LISTED), { before, after });
}
