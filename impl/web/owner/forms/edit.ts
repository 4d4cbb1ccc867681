/** `/forms/ID/edit`: the editor; without scripts, a prompt and the structure as JSON. */
import { getCountries } from "libphonenumber-js/min";
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure } from "../../../../generated/types.ts";
import { findWritableForm } from "../../../forms/access.ts";
import { newPhoneCountry } from "../../../forms/create/home-country.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { type MergedChanges, mergedChanges } from "../../../forms/pending.ts";
import {
  applyProposal,
  openProposal,
  proposeByPrompt,
  type ShownProposal,
} from "../../../forms/update/proposal.ts";
import { type FormUpdate, updateForm } from "../../../forms/update/update.ts";
import { kinds } from "../../../forms/uploads/kinds.ts";
import { isLanguage } from "../../../texts/languages.ts";
import { ownAnswerWords } from "../../../texts/own-answer.ts";
import { warningText } from "../../../texts/sentences/warnings.ts";
import { languageName } from "../../../texts/translate.ts";
import type { EditorBoot, FileGroup } from "../../editor/boot.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { type ReplyOptions, reply, seeOther } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { type EditFallback, editPage } from "../views/forms/edit.ts";
import { changedText } from "../views/forms/pending.ts";
import { secretQuestion } from "../views/forms/publishing/secret-box.ts";
import { isAcknowledged } from "./acknowledgement.ts";
import { describeChanges } from "./change-text.ts";
import { doneAddress, doneText } from "./done.ts";
import { readUpdate, unmergedChanges } from "./editor-posts.ts";
import { listNotes } from "./notes.ts";
import { STRUCTURE_BYTES } from "./preview/sent-structure.ts";
import { editRefusalText, PageRefusal } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";
import { parseStructure } from "./structure-text.ts";
import { countLacking, type TranslationRequest, translateByModel } from "./translation.ts";

type EditorRequest = OwnerRequest<"assets" | "formUrls" | "model" | "editForm" | "proposals"> &
  TranslationRequest;

export const editInputs: AcceptInput = (name) => {
  if (name === "structure" || name === "proposal") return { values: 1, length: STRUCTURE_BYTES };
  if (name === "prompt") return { values: 1, length: 2 * limits.prompt_length.max };
  return ["revision", "keep", "pending", "translate", "acknowledge"].includes(name)
    ? { values: 1, length: 30 }
    : undefined;
};

export function showEditor(request: EditorRequest, formId: string): Promise<Response> {
  return replyEditor(request, formId, {});
}

/** Answers a structure or a prompt from a browser without scripts. */
export function postEditor(request: EditorRequest, formId: string, values: FormValues): Promise<Response> {
  const { t } = request;
  const sent = {
    structure: values.get("structure"),
    prompt: values.get("prompt"),
    revision: Number(values.get("revision")),
  };
  return handleRefusal(
    () => change(request, formId, sent, values),
    async (refusal) => {
      const { status, ...refused } = editRefusalText(t, refusal);
      return replyEditor(request, formId, { ...sent, refused }, { status });
    },
  );
}

interface Sent {
  readonly structure: string | undefined;
  readonly prompt: string | undefined;
  readonly revision: number;
}

/** Saves a structure, translates it, saves the proposal that the user agrees to, or proposes changes for a prompt. */
async function change(
  request: EditorRequest,
  formId: string,
  sent: Sent,
  values: FormValues,
): Promise<Response> {
  const language = values.get("translate");
  const proposal = values.get("proposal");
  if (sent.structure !== undefined) {
    const structure = parseStructure(request, sent.structure);
    if (language !== undefined) return replyTranslated(request, formId, structure, language);
    return saveStructure(request, readUpdate(formId, structure, values), sent.revision);
  }
  if (proposal !== undefined) return saveProposal(request, formId, proposal, isAcknowledged(values));
  return replyProposal(request, formId, sent);
}

async function saveStructure(
  request: EditorRequest,
  update: Omit<FormUpdate, "expectedRevision">,
  expectedRevision: number,
): Promise<Response> {
  const { site, account, c } = request;
  const { formId, keep } = update;
  await updateForm(site, account.id, { ...update, expectedRevision }, c.req.raw.signal);
  if (!keep) audit(request, "structure", formId);
  return seeOther(c, doneAddress(`/forms/${formId}/edit`, keep ? "kept" : "saved"));
}

async function saveProposal(
  request: EditorRequest,
  formId: string,
  sealed: string,
  acknowledge: boolean,
): Promise<Response> {
  const { site, account, c } = request;
  const agreed = { formId, sealed, acknowledge };
  await applyProposal(site, site.proposals, account.id, agreed, c.req.raw.signal);
  audit(request, "prompt", formId);
  return seeOther(c, doneAddress(`/forms/${formId}/edit`, "saved"));
}

async function replyProposal(
  request: EditorRequest,
  formId: string,
  { prompt = "", revision }: Sent,
): Promise<Response> {
  const { site, account, c } = request;
  const asked = { formId, prompt, revision };
  const proposal = await proposeByPrompt(site, site.proposals, account.id, asked, c.req.raw.signal);
  return replyEditor(request, formId, { prompt, proposal: await inWords(request, formId, proposal) });
}

/** Shows the structure with translations by the model, for the owner to review and save. */
async function replyTranslated(request: EditorRequest, formId: string, sent: FormStructure, to: string) {
  const { site, account, t } = request;
  await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
  if (!isLanguage(to)) throw new PageRefusal(t.say("translation_failed"));
  const { structure } = await translateByModel(request, sent, to);
  const m = countLacking(structure, to);
  const counts = { n: countLacking(sent, to) - m, m, language: languageName(to) };
  const translated = { structure, notice: t.say("editor_translated", counts) };
  return replyEditor(request, formId, { structure: JSON.stringify(structure, null, 2), translated });
}

async function inWords(
  { site, account, t }: EditorRequest,
  formId: string,
  { changes, warnings, secrets, sealed }: ShownProposal,
): Promise<NonNullable<EditFallback["proposal"]>> {
  const { draft } = openProposal(site.proposals, account.id, formId, sealed, site.clock());
  const { structure } = await formOverview(site.storage, account.id, formId, true);
  const versions = { before: structure!, after: draft.structure };
  return {
    sealed,
    ...(secrets.length > 0 && { agree: secretQuestion(t, secrets) }),
    changes: describeChanges(t, changes, versions),
    warnings: warnings.map((warning) => ({ ...warning, message: warningText(warning, t.language) })),
  };
}

async function replyEditor(
  request: EditorRequest,
  formId: string,
  fallback: EditFallback,
  options: ReplyOptions = {},
): Promise<Response> {
  const { c, site, account, t, csrf } = request;
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  const edited = merged?.structure ?? form.structure!;
  const shown = fallback.translated?.structure ?? edited;
  const page = editPage({
    t,
    csrf,
    notice: fallback.translated?.notice ?? doneText(request),
    edited,
    lacking: shown.languages.map((language) => [language, countLacking(shown, language)] as const),
    changed: form.pending && changedText(t, form.pending),
    boot: editorBoot(request, form, merged),
    title: form.title,
    fallback,
  });
  return reply(c, page, {
    ...options,
    headers: { "Cache-Control": "private, no-store" },
  });
}

/** Returns the data with which the script of the editor starts. */
function editorBoot(
  request: EditorRequest,
  form: FormOverview,
  merged: MergedChanges | undefined,
): EditorBoot {
  const { site, account, t, csrf } = request;
  const structure = form.structure!;
  const phoneCountry = newPhoneCountry(structure, account.time_zone);
  const path = `/forms/${form.id}`;
  return {
    form: {
      id: form.id,
      status: form.status,
      revision: form.revision,
      access: form.access,
      responseCount: form.verified_responses,
      publicUrl: site.formUrls(form.id).public,
    },
    structure,
    ...(merged && { pending: unmergedChanges(merged) }),
    countries: getCountries(),
    ...(phoneCountry && { phoneCountry }),
    ownAnswerWords: ownAnswerWords(structure.languages),
    notes: listNotes(form, request),
    model: site.model ?? null,
    csrf,
    language: t.language,
    extensions: groupExtensions(),
    addresses: {
      structure: `${path}/structure`,
      preview: `${path}/preview`,
      proposal: `${path}/proposal`,
      images: `${path}/images`,
      translation: `${path}/translation`,
      questions: `${path}/questions`,
      checks: `${path}/checks`,
      overview: path,
      clone: `${path}/settings#copy`,
      status: `${path}/status`,
      texts: site.assets.script(`editor-${t.language}`),
    },
  };
}

const groupsByType: Readonly<Record<string, FileGroup>> = {
  image: "pictures",
  audio: "audio",
  video: "video",
};

/** Groups the types of files by their content types; documents are all that are not pictures, audio or video. */
function groupExtensions(): EditorBoot["extensions"] {
  const all = Object.entries(kinds);
  const of = (group: FileGroup) =>
    all
      .filter(([, { contentType }]) => (groupsByType[contentType.split("/")[0]!] ?? "documents") === group)
      .map(([extension]) => extension);
  return { documents: of("documents"), pictures: of("pictures"), audio: of("audio"), video: of("video") };
}
