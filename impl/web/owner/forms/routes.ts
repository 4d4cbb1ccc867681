/** The addresses of the pages about forms. */
import { acceptOnly } from "../../form-body.ts";
import { requireFreshSignIn } from "../fresh-sign-in.ts";
import type { OwnerPages } from "../owner-pages.ts";
import type { LimitInputs } from "../views/forms/limit-inputs.ts";
import { FILTER_INPUTS } from "../views/forms/list/list-filter.ts";
import {
  type Action,
  postCheck,
  postClone,
  postCopy,
  postDelete,
  postMails,
  postPassword,
  postPasswordPage,
  postPending,
  postReceipts,
  postShare,
  postStatus,
  postUnshare,
} from "./actions.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { editInputs, postEditor, showEditor } from "./edit.ts";
import { postProposal, postStructure } from "./editor-posts.ts";
import {
  postFormText,
  postTextPreview,
  showAsText,
  showFormText,
  TEXT_BYTES,
  textInputs,
  textPreviewInputs,
} from "./form-text.ts";
import { postImage } from "./image.ts";
import { postLimits } from "./limits.ts";
import { postErase, postRestore, showBin } from "./list/bin.ts";
import { postShareFolder, postUnshareFolder, showFolder } from "./list/folder-people.ts";
import { FOLDER } from "./list/folder-request.ts";
import { moveInputs, postMove, postRemove, postRename } from "./list/folders.ts";
import { showForms } from "./list/list.ts";
import { postRemoveTag } from "./list/tags.ts";
import { postMailTexts } from "./mails/mail-texts.ts";
import { postWaitingList, showWaitingList } from "./mails/waiting-list.ts";
import { newFormInputs, postNewForm } from "./new.ts";
import { showNewForm } from "./new-page.ts";
import { showNotation } from "./notation.ts";
import { replyOverview, replySettings } from "./overview.ts";
import { pasteInputs, postQuestions } from "./paste.ts";
import { showPrefilled } from "./prefilled-links.ts";
import { postPreview, showPreview } from "./preview/preview.ts";
import { previewInputs, STRUCTURE_BYTES } from "./preview/sent-structure.ts";
import { postVersion, showVersion } from "./preview/version.ts";
import { sendQrCode } from "./qr-code.ts";
import { FORM, onForm } from "./refusals.ts";
import { responseRoutes } from "./responses/response-routes.ts";
import { postTranslation, translationInputs } from "./translation.ts";
import { postBack, postVersionCopy, showComparison, showVersions, VERSION } from "./versions.ts";

const LIMITS = [
  "zone",
  "opens_at",
  "closes_at",
  "response_limit",
  "one_response_per_email",
  "full_text",
  "closed_text",
  "waiting",
] as const satisfies readonly (keyof LimitInputs)[];

/** Inputs of each action. */
const ACTIONS: readonly (readonly [path: string, inputs: readonly string[], action: Action])[] = [
  ["status", ["action", "acknowledge"], postStatus],
  ["checks", ["check"], postCheck],
  ["changes", ["action", "pending", "acknowledge"], postPending],
  ["limits", LIMITS, postLimits],
  ["password", ["password", "remove"], postPassword],
  ["password-page", ["shows_title"], postPasswordPage],
  ["share", ["email", "permission"], requireFreshSignIn(postShare, "")],
  ["unshare", ["email"], postUnshare],
  ["mails", ["mode", "answers", "copy"], postMails],
  ["mail-texts", ["subject", "text", "action"], postMailTexts],
  ["copies", ["email"], requireFreshSignIn(postCopy, "/settings")],
  ["receipts", ["receipts"], postReceipts],
  ["waiting", [], postWaitingList],
  ["clone", ["title"], postClone],
  ["delete", FILTER_INPUTS, postDelete],
];

export function formRoutes(owner: OwnerPages): void {
  owner.get("/forms", showForms);
  owner.get("/forms/bin", showBin);
  owner.post(`/forms/bin/${FORM}/restore`, acceptOnly(), onForm(postRestore));
  owner.post(`/forms/bin/${FORM}/erase`, acceptOnly("sure"), onForm(postErase));
  owner.post("/forms/move", moveInputs, postMove);
  owner.get(`/forms/folders/${FOLDER}`, showFolder);
  owner.post(`/forms/folders/${FOLDER}/share`, acceptOnly("email", "permission"), postShareFolder);
  owner.post(`/forms/folders/${FOLDER}/unshare`, acceptOnly("email"), postUnshareFolder);
  owner.post(`/forms/folders/${FOLDER}/rename`, acceptOnly("name"), postRename);
  owner.post(`/forms/folders/${FOLDER}/remove`, acceptOnly(), postRemove);
  owner.post("/forms/tags/remove", acceptOnly("tag"), postRemoveTag);
  owner.get("/forms/new", showNewForm);
  owner.post("/forms/new", newFormInputs, postNewForm);
  owner.get("/forms/text", showFormText);
  owner.post("/forms/text", textInputs, postFormText, TEXT_BYTES);
  owner.post("/forms/text/preview", textPreviewInputs, postTextPreview, TEXT_BYTES);
  owner.get("/forms/text/notation", showNotation);
  owner.get(`/forms/${FORM}`, onForm(replyOverview));
  owner.get(`/forms/${FORM}/text`, onForm(showAsText));
  owner.get(`/forms/${FORM}/settings`, onForm(replySettings));
  owner.get(`/forms/${FORM}/waiting`, onForm(showWaitingList));
  owner.get(`/forms/${FORM}/prefilled`, onForm(showPrefilled));
  for (const type of ["svg", "png"] as const)
    owner.get(
      `/forms/${FORM}/qr.${type}`,
      onForm((request, id) => sendQrCode(request, id, type)),
    );
  for (const [path, inputs, action] of ACTIONS)
    owner.post(`/forms/${FORM}/${path}`, acceptOnly(...inputs), onForm(action));
  responseRoutes(owner);
  connectionRoutes(owner);
  owner.get(`/forms/${FORM}/edit`, onForm(showEditor));
  for (const [path, inputs, post] of [
    ["edit", editInputs, postEditor],
    ["structure", editInputs, postStructure],
    ["proposal", editInputs, postProposal],
    ["preview", previewInputs, postPreview],
    ["translation", translationInputs, postTranslation],
    ["questions", pasteInputs, postQuestions],
  ] as const)
    owner.post(`/forms/${FORM}/${path}`, inputs, onForm(post), STRUCTURE_BYTES);
  owner.upload(`/forms/${FORM}/images`, onForm(postImage));
  owner.get(`/forms/${FORM}/preview`, onForm(showPreview));
  owner.get(`/forms/${FORM}/versions`, onForm(showVersions));
  owner.get(`/forms/${FORM}/versions/${VERSION}`, onForm(showVersion));
  owner.post(`/forms/${FORM}/versions/${VERSION}`, previewInputs, onForm(postVersion), STRUCTURE_BYTES);
  owner.get(`/forms/${FORM}/versions/${VERSION}/compare`, onForm(showComparison));
  owner.post(`/forms/${FORM}/versions/${VERSION}/back`, acceptOnly("revision"), onForm(postBack));
  owner.post(`/forms/${FORM}/versions/${VERSION}/copy`, acceptOnly(), onForm(postVersionCopy));
}
