import type { Generated } from "kysely";

/** Mails about new responses, and webhooks with their deliveries. */
export interface NotificationTables {
  /** Accounts that get mails about new responses to a form. */
  response_mails: {
    form_id: string;
    account_id: string;
    /** `each`: soon after each response; `daily`: once a day. */
    mode: "each" | "daily";
    /** 1: the mails contain the answers. */
    answers: Generated<number>;
    /** JSON of `MailCopy[]`: a few entries, always read and written together. */
    copies: Generated<string>;
    /** The language of the page where the mails were turned on. The language of the account has priority. */
    language: string;
    /** Verified responses that no mail has reported yet. */
    waiting: number;
    /** The number of mails sent so far. */
    mails: number;
    /** The day of the last mail: `YYYY-MM-DD`, UTC. */
    day: string;
    /** The number of mails sent on that day. */
    mails_of_day: number;
    last_sent_at: string | null;
  };

  /** Subjects and texts that accounts have written for their mails about responses to a form. */
  response_mail_texts: {
    form_id: string;
    account_id: string;
    /** With mentions of answers; "": that of the service. */
    subject: string;
    /** Above the answers of each response, with mentions; "": none. */
    text: string;
  };

  /** Addresses of other services that receive the events of a form. */
  webhooks: {
    id: string;
    form_id: string;
    url: string;
    /** Names of events, separated by single spaces. */
    events: string;
    /** 1: the events contain the email addresses of respondents. */
    addresses: number;
    /** `json`: signed data; else a message in the format of a chat. */
    format: Generated<"json" | "slack" | "discord" | "teams">;
    /** The language of the page where it was added. The language of the form's owner has priority. */
    language: string | null;
    /** Signs the events: `whsec_` and 32 bytes in base64. Signing needs the secret itself, so a reader of the database can sign. */
    secret: string;
    created_at: string;
    /** The account that added it, or turned it on again last; null: the owner of the form. */
    added_by: string | null;
    /** The time since which no events are recorded for it. */
    disabled_at: string | null;
    /** 1: it was disabled, and the mail about that to the owner of the form is still to be sent. */
    notice: number;
  };

  /** Events that were sent to a webhook, or will be. The body is built on sending, from the data at that time. */
  webhook_deliveries: {
    /** The same in every attempt, so the receiver can detect a repetition. */
    id: string;
    webhook_id: string;
    form_id: string;
    /** `test`: the owner sees whether it arrives. */
    event: "response.verified" | "response.deleted" | "form.published" | "test";
    /** The response of the event; null: the event is about the form, or a test. */
    response_id: string | null;
    /** `failed`: final, unless a user sends it again. */
    state: "waiting" | "delivered" | "failed";
    attempts: number;
    /** The time of the next attempt; null: there is none. */
    due_at: string | null;
    sent_at: string | null;
    /** HTTP status of the last answer; null: none came. */
    status: number | null;
    /** Why no answer came, with the system's error; null: an answer came. */
    problem: string | null;
    /** The first characters of the last answer. */
    answer: string | null;
    created_at: string;
  };
}
