/** Actions of the pages of a form: status, sharing, password, mails, copy and deletion. */
import { limits } from "../../../../generated/limits.ts";
import { states } from "../../../../generated/states.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { findForm, findFormFor, findWritableForm } from "../../../forms/access.ts";
import { putIntoBin } from "../../../forms/bin/bin.ts";
import { tickOff } from "../../../forms/checks.ts";
import { cloneForm } from "../../../forms/create/clone.ts";
import { lockForm } from "../../../forms/forms.ts";
import { formOverview } from "../../../forms/overview.ts";
import { keptChanges, mergedChanges } from "../../../forms/pending.ts";
import { shareForm, shareOrInvite } from "../../../forms/sharing/share.ts";
import { listAccess, unshareForm } from "../../../forms/sharing/shares.ts";
import { readStored } from "../../../forms/structure/stored-structure.ts";
import { setSwitch } from "../../../forms/switches.ts";
import { type FormEdit, updateForm } from "../../../forms/update/update.ts";
import { addCopy, CONFIRMATION_DAYS, endCopy, MAX_COPIES } from "../../../responses/notifications/copies.ts";
import { putAnswersInMails, subscribe, unsubscribe } from "../../../responses/notifications/subscriptions.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { mailLetter } from "../mail-link.ts";
import { waitForMail } from "../mailed-reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import type { EntrySite } from "../reply-entry.ts";
import { listAddress, readFilter } from "../views/forms/list/list-filter.ts";
import { isAcknowledged } from "./acknowledgement.ts";
import { type Done, doneAddress } from "./done.ts";
import { mailInvitation, readNewShare } from "./new-share.ts";
import { type FormTab, replyRefused, tabPath } from "./overview.ts";
import { PageRefusal, requirePassword } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";

type ActionRequest = OwnerRequest<keyof EntrySite | "editForm" | "formUrls" | "subscriptions">;

export type Action = (request: ActionRequest, formId: string, values: FormValues) => Promise<Response>;

/** Actions on the Share page. The others are on the page of the settings. */
const ON_SHARE_PAGE = new Set(["status", "changes", "share", "unshare"]);

/** Creates an action that redirects back to its page. */
export function action(
  run: (request: ActionRequest, formId: string, values: FormValues) => Promise<Done>,
  name: string,
  pathAfter?: (formId: string, values: FormValues) => string,
): Action {
  const page: FormTab = ON_SHARE_PAGE.has(name) ? "share" : "settings";
  return (request, formId, values) =>
    handleRefusal(
      async () => {
        const done = await run(request, formId, values);
        audit(request, name, formId, { result: done });
        return seeOther(request.c, doneAddress(pathAfter?.(formId, values) ?? tabPath(formId, page), done));
      },
      (refusal) => {
        const sharing = { email: values.get("email"), permission: values.get("permission") };
        return replyRefused(request, formId, refusal, {
          page,
          action: name,
          sharing: name === "share" ? sharing : undefined,
        });
      },
    );
}

/** Changes a form, whatever revision it has. */
export function update(
  { site, account, c }: ActionRequest,
  formId: string,
  edit: FormEdit,
  acknowledge = false,
) {
  const whole = { formId, edit, expectedRevision: undefined, dryRun: false, acknowledge };
  return updateForm(site, account.id, whole, c.req.raw.signal);
}

export const postStatus = action(async (request, formId, values) => {
  const wanted = values.get("action");
  const transition = (["publish", "pause", "archive"] as const).find((one) => one === wanted);
  if (transition === undefined) throw new PageRefusal(request.t.say("refused_detail_other"));
  const { site, account } = request;
  const { status } = await findFormFor(site.storage.db, account.id, formId, "edit");
  // The form already has the status, after a double click or an agent's call.
  if (status !== states.form.transitions[transition].to)
    await update(request, formId, { action: transition }, isAcknowledged(values));
  return transition;
}, "status");

/** Ticks a note off the check list; a repetition changes nothing. */
export const postCheck = action(
  async ({ site, account }, formId, values) => {
    await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
    const id = values.get("check") ?? "";
    await site.storage.db.transaction().execute(async (transaction) => {
      await lockForm(transaction, formId);
      const kept = await keptChanges(transaction, formId);
      await tickOff(transaction, formId, id, kept && readStored(kept.structure));
    });
    return "checked";
  },
  "checks",
  (formId) => `/forms/${formId}/edit`,
);

/** Publishes or discards the unpublished changes on the page. */
export const postPending = action(async (request, formId, values) => {
  const { site, account, t, c } = request;
  await findFormFor(site.storage.db, account.id, formId, "edit");
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  const keep = values.get("action") === "discard";
  if (merged === undefined || merged.id !== values.get("pending"))
    throw new PageRefusal(t.say("pending_other"));
  if (!keep && merged.conflicts.length > 0) throw new PageRefusal(t.say("pending_conflicts"));
  // An edit without changes removes the unpublished changes.
  const edit = { structure: keep ? merged.published : merged.structure };
  const acknowledge = isAcknowledged(values);
  const { revision: expectedRevision } = form;
  const whole = { formId, edit, expectedRevision, dryRun: false, keep, pending: merged.id, acknowledge };
  await updateForm(site, account.id, whole, c.req.raw.signal);
  return keep ? "changes_discarded" : "changes_published";
}, "changes");

export const postPassword = action(async (request, formId, values) => {
  if (values.get("remove") !== undefined) {
    await update(request, formId, { password: null });
    return "no_password";
  }
  const password = values.get("password") ?? "";
  requirePassword(request.t, password);
  await update(request, formId, { password });
  return "password";
}, "password");

export const postShare = action(async (request, formId, values) => {
  const { site, account, t } = request;
  const newShare = readNewShare(t, values);
  const share = site.signUp === "closed" ? shareForm : shareOrInvite;
  const { result } = await share(site, account.id, formId, newShare);
  return result === "invited" ? mailInvitation(request, newShare.email, "invited") : result;
}, "share");

/** Ends a share. An account that ends its own access is redirected to the list, because it can no longer see the form. */
export const postUnshare: Action = (request, formId, values) => {
  const { site, account } = request;
  const email = values.get("email") ?? "";
  const isOwn = email === account.email;
  const end = async () => {
    const result = await unshareForm(site, account.id, formId, email);
    if (result === "unchanged") return result;
    const people = await listAccess(site.storage, formId);
    if (people.some((one) => one.email === normaliseEmail(email))) return "stays_by_folder";
    return isOwn ? "left" : result;
  };
  return action(end, "unshare", (id) => (isOwn ? "/forms" : `/forms/${id}`))(request, formId, values);
};

/** Sets the mails of this account: each account with access has its own choice. */
export const postMails = action(async ({ site, account, t }, formId, values) => {
  const { storage, clock } = site;
  const subscription = { form: formId, account: account.id };
  await findForm(storage.db, account.id, formId);
  const copy = values.get("copy");
  if (copy !== undefined) {
    await endCopy(storage, { ...subscription, copy });
    return "copy_ended";
  }
  // The share page sends both.
  const mode = values.get("mode");
  const sent = values.get("answers");
  const answers = sent === undefined ? undefined : isOn(t, sent);
  if (mode === "off") await unsubscribe(storage, subscription);
  else if (mode === "each" || mode === "daily")
    await subscribe({ storage, now: clock() }, subscription, mode, t.language);
  else if (mode !== undefined || answers === undefined) throw new PageRefusal(t.say("refused_detail_other"));
  if (answers !== undefined) await putAnswersInMails(storage, subscription, answers);
  return "mails";
}, "mails");

/** Adds another address for the mails. It is mailed a link, and gets the mails after its owner has agreed. */
export const postCopy = action(async ({ c, site, account, t }, formId, values) => {
  const email = normaliseEmail(values.get("email") ?? "");
  if (email === undefined) throw new PageRefusal(t.say("email_wrong"));
  await findFormFor(site.storage.db, account.id, formId, "admin");
  if ((await waitForMail(c, site, email)) !== undefined) throw new PageRefusal(t.say("copies_wait"));
  const subscription = { form: formId, account: account.id };
  const copy = await addCopy(site.storage, subscription, email, site.clock());
  if (copy === undefined) throw new PageRefusal(t.say("copies_full", { count: MAX_COPIES }));
  const link = `${site.publicUrl()}/mails/${site.subscriptions.sign({ ...subscription, copy })}`;
  const minutes = CONFIRMATION_DAYS * 24 * 60;
  const letter = { to: email, owner: account.email, link, minutes };
  site.background.run("mail a link", () => mailLetter(site, t, "copy", letter));
  return "copy_added";
}, "copies");

export const postReceipts = action(async ({ site, account, t }, formId, values) => {
  await setSwitch(site, account.id, formId, "receipts", isOn(t, values.get("receipts")));
  return "mails";
}, "receipts");

/** Sets whether the page that asks for the password has the title and the look of the form. */
export const postPasswordPage = action(async ({ site, account, t }, formId, values) => {
  const isShown = isOn(t, values.get("shows_title"));
  await setSwitch(site, account.id, formId, "shows_title", isShown);
  return isShown ? "title_shown" : "title_hidden";
}, "password-page");

/** Reads a switch. @throws PageRefusal */
function isOn(t: OwnerTranslation, value: string | undefined): boolean {
  if (value !== "on" && value !== "off") throw new PageRefusal(t.say("refused_detail_other"));
  return value === "on";
}

/** Puts the form into the bin, from which its owner can bring it back. A list that sent the post is shown again. */
export const postDelete = action(
  async ({ site, account }, formId) => {
    await putIntoBin(site, account.id, formId, site.clock());
    return "binned";
  },
  "delete",
  (formId, values) => {
    const list = listAddress(readFilter((name) => values.get(name)));
    return `${list}${list.includes("?") ? "&" : "?"}${new URLSearchParams({ binned: formId })}`;
  },
);

export const postClone: Action = (request, formId, values) => {
  const { site, account, c, t } = request;
  const clone = async () => {
    const title = (values.get("title") ?? "").trim();
    if ([...title].length > limits.title_length.max)
      throw new PageRefusal(t.say("copy_name_too_long", { count: limits.title_length.max }));
    const { form } = await cloneForm(site, account.id, formId, title === "" ? undefined : title);
    audit(request, "clone", formId, { copy: form.id });
    return seeOther(c, doneAddress(`/forms/${form.id}`, "copied"));
  };
  return handleRefusal(clone, (refusal) =>
    replyRefused(request, formId, refusal, { page: "settings", action: "clone" }),
  );
};
