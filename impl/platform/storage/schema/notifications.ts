import type { Generated } from "kysely";

/** Mails about new responses, and webhooks with their deliveries. */
export interface NotificationTables {
  /** Accounts that get mails about new responses to a form. */
  response_mails: {
    form_id: string;
    account_id: string;
    /** `each`: soon after they come; `daily`: once a day. */
    mode: "each" | "daily";
    /** 1: the mails have the answers in them. */
    answers: Generated<number>;
    /** `MailCopy[]` as JSON: a few, which are always read and written together. */
    copies: Generated<string>;
    /** Of the pages where it was chosen; the language of the account comes first. */
    language: string;
    /** Verified responses that no mail has told of. */
    waiting: number;
    /** Sent so far. */
    mails: number;
    /** `YYYY-MM-DD`, UTC: of the last mail. */
    day: string;
    /** Sent on that day. */
    mails_of_day: number;
    last_sent_at: string | null;
  };

  /** Addresses of others that the events of a form are sent to. */
  webhooks: {
    id: string;
    form_id: string;
    url: string;
    /** Names of events, separated by single spaces. */
    events: string;
    /** 1: addresses of respondents are sent, too. */
    addresses: number;
    /** Signs what is sent: `whsec_` and 32 bytes in base64. It is not hashed, since signing needs it: a reader of the database can sign. */
    secret: string;
    created_at: string;
    /** Since when nothing more is recorded for it. */
    disabled_at: string | null;
    /** 1: it was disabled, and the mail about that to the owner of the form is still to be sent. */
    notice: number;
  };

  /** Events that were sent to a webhook, or will be. The body is made when it is sent, of what is stored then. */
  webhook_deliveries: {
    /** The same in every attempt, so that the receiver can tell a repetition. */
    id: string;
    webhook_id: string;
    form_id: string;
    /** `test`: the owner sees whether it arrives. */
    event: "response.verified" | "response.deleted" | "form.published" | "test";
    /** What it is about; null: the form, or a test. */
    response_id: string | null;
    /** `failed`: for good, or until somebody sends it again. */
    state: "waiting" | "delivered" | "failed";
    attempts: number;
    /** Of the next attempt; null: there is none. */
    due_at: string | null;
    sent_at: string | null;
    /** HTTP status of the last answer; null: none came. */
    status: number | null;
    /** Why no answer came, and what the system says of it; null: one came. */
    problem: string | null;
    /** The first characters of the last answer. */
    answer: string | null;
    created_at: string;
  };
}
