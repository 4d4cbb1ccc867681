/** The data that the pages of a form are drawn from. */
import type { FormUrls } from "../../../../../generated/types.ts";
import type { Folder } from "../../../../forms/folders/folders.ts";
import type { FormOverview } from "../../../../forms/overview.ts";
import type { Share } from "../../../../forms/sharing/shares.ts";
import type { Webhook } from "../../../../forms/webhooks/webhooks.ts";
import type { MailCopy } from "../../../../responses/notifications/copies.ts";
import type { MailTexts } from "../../../../responses/notifications/mail-texts.ts";
import type { MentionableAnswer, TextsPreview } from "../../../../responses/notifications/preview-texts.ts";
import type { MailChoice } from "../../../../responses/notifications/subscriptions.ts";
import type { WaitingList } from "../../../../responses/waiting/waiting-list.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import type { EmbeddingChoices } from "./embedding.ts";
import type { LimitInputs } from "./limit-inputs.ts";
import type { ChangeTexts } from "./parts.ts";
import type { EnteredShare } from "./people/people.ts";

interface FormPageView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: FormOverview;
  readonly refused: RefusedAction | undefined;
}

export interface RefusedAction {
  readonly text: string;
  readonly details: readonly string[];
  /** The part of the page whose form was sent; undefined: the refusal stands above all parts. */
  readonly part?: RefusedPart | undefined;
}

/** Parts of the pages of a form that show why their own form was refused. */
export const REFUSED_PARTS = ["clone", "copies", "password", "share"] as const;

export type RefusedPart = (typeof REFUSED_PARTS)[number];

export interface OverviewView extends FormPageView {
  /** The choices for putting the form into web pages. */
  readonly choices: EmbeddingChoices;
  /** The address of a new sign-in, which some actions require; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  /** Descriptions of its unpublished changes. */
  readonly changes: ChangeTexts | undefined;
  /** The mails that this account gets about new responses. */
  readonly mails: MailChoice | undefined;
  /** The people with access besides the owner, by a share or by the folder. */
  readonly shares: readonly Share[];
  /** The folder of the form; undefined: it is in none, or the account has no access to the folder. */
  readonly folder: Folder | undefined;
  /** Address of the account that views the page. */
  readonly account: string;
  readonly urls: FormUrls;
  /** The address and permission of a refused post. */
  readonly sharing?: EnteredShare | undefined;
  /** Whether an address without an account gets an invitation. */
  readonly mayInvite: boolean;
}

export interface SettingsView extends FormPageView {
  /** The mails that this account gets about new responses. */
  readonly mails: MailChoice | undefined;
  /** The subject and the text that the account has written for these mails; undefined: no answers are in them. */
  readonly mailTexts: MailTextsView | undefined;
  /** The copies that respondents get; undefined: none are sent, or the owner has written no words for them. */
  readonly receipt: TextsPreview | undefined;
  /** Further addresses that get the mails; undefined: the account gets none itself. */
  readonly copies: readonly MailCopy[] | undefined;
  /** The address of a new sign-in, which is needed to add an address; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  readonly waiting: WaitingList;
  /** The time zone of the account. */
  readonly zone: string;
  /** The limits that were entered and are not saved; undefined: the page shows the saved ones. */
  readonly limits: LimitInputs | undefined;
  /** Undefined: the account may not see them. */
  readonly webhooks: readonly Webhook[] | undefined;
}

/** The subject and the text of an account for its mails about responses. */
export interface MailTextsView {
  /** The saved ones, or those that were entered and are not saved. */
  readonly texts: MailTexts;
  /** Undefined: there is nothing to show. */
  readonly preview: TextsPreview | undefined;
  readonly answers: readonly MentionableAnswer[];
}
