/** What the pages of one form are drawn from. */
import type { FormUrls } from "../../../../../generated/types.ts";
import type { FormOverview } from "../../../../forms/overview.ts";
import type { Share } from "../../../../forms/sharing/shares.ts";
import type { Webhook } from "../../../../forms/webhooks/webhooks.ts";
import type { MailCopy } from "../../../../responses/notifications/copies.ts";
import type { MailChoice } from "../../../../responses/notifications/subscriptions.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";

interface FormPageView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: FormOverview;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export interface OverviewView extends FormPageView {
  /** Where to sign in once more for what asks for a fresh sign-in; undefined: it is fresh. */
  readonly again: string | undefined;
  /** What its unpublished changes are, in words. */
  readonly changes: readonly string[] | undefined;
  readonly shares: readonly Share[];
  /** Address of the account that looks. */
  readonly account: string;
  readonly urls: FormUrls;
  /** The address and permission that were sent and refused. */
  readonly sharing?:
    | { readonly email: string | undefined; readonly permission: string | undefined }
    | undefined;
  /** Whether an address without an account gets an invitation. */
  readonly mayInvite: boolean;
}

export interface SettingsView extends FormPageView {
  /** Which mails this account gets about new responses. */
  readonly mails: MailChoice | undefined;
  /** The other addresses that get them; undefined: it gets none itself. */
  readonly copies: readonly MailCopy[] | undefined;
  /** Where to sign in once more to add one; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  /** Undefined: the account may not see them. */
  readonly webhooks: readonly Webhook[] | undefined;
}
