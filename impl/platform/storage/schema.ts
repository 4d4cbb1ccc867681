/** The tables of the database. */
import type { ColumnType, Generated } from "kysely";
import type {
  FormStatus,
  Language,
  LessonStatus,
  ResponseStatus,
  SharePermission,
} from "../../../generated/types.ts";

/**
 * The tables. Portable on purpose (SQLite and PostgreSQL): ids and times are text (times as `Date.toISOString`, which
 * sorts as it reads), booleans are 0 or 1, lists and structures are JSON text.
 */
export interface Schema {
  accounts: {
    id: string;
    /** Normalised, see `normaliseEmail`; unique. */
    email: string;
    plan: string;
    /** The subscription as it was last set. A trial expires without a write. */
    subscription: "trial" | "active" | "past_due" | "expired";
    /** Months of the generation quota are counted from here. */
    plan_started_at: string;
    /** Null for accounts that never had a trial. */
    trial_ends_at: string | null;
    created_at: string;
    /** Since when it may neither sign in nor use its tokens. */
    locked_at: string | null;
    /** Since when it is being deleted; it is locked, too. */
    deleting_at: string | null;
    /** Of its pages and mails, as chosen in the settings; null: as the browser prefers. */
    language: string | null;
    /** 1: a link that was mailed to the address has been used. */
    email_confirmed: Generated<number>;
  };

  tokens: {
    id: string;
    account_id: string;
    name: string;
    /** SHA-256 of the whole token in hex; the token itself is not stored. Of a connected app its own id, which no token has as its hash. */
    hash: string;
    /** Separated by single spaces, as in OAuth. */
    scopes: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** Where the browser went back to when the app was connected; null: this is a personal access token. */
    app_host: string | null;
  };

  forms: {
    id: string;
    owner_id: string;
    /** In the default language. */
    title: string;
    /** `foldTitle(title)`: what title queries are compared with. */
    title_folded: string;
    status: FormStatus;
    default_language: Language;
    /** JSON array of language codes, the default language first. */
    languages: string;
    field_count: number;
    /** Grows with every change of anything. */
    revision: number;
    /** The current row of `form_versions`. */
    version: number;
    password_hash: string | null;
    /** 1: respondents get a copy of their answers. */
    receipts: Generated<number>;
    created_at: string;
    updated_at: string;
    /** When it was last published. */
    published_at: string | null;
    archived_at: string | null;
    /** Since when it is being deleted: it is hidden, and its rows are being removed. */
    deleting_at: string | null;
  };

  /** Structures. A version never changes, because responses refer to the version that they answered. */
  form_versions: {
    form_id: string;
    /** 1, 2, 3... */
    version: number;
    /** JSON of a `FormStructure`. */
    structure: string;
    created_at: string;
  };

  /** What a form would be with the changes that are kept and not published; at most one row for each form. */
  pending_changes: {
    form_id: string;
    /** Another one with every change, so that an editor notices what it has not seen. Rows are replaced, never updated. */
    id: string;
    /** JSON of a `FormStructure`. */
    structure: string;
    /** The version of the form that was changed. */
    base_version: number;
    /** Who changed it last; null: the account is deleted. */
    account_id: string | null;
    changed_at: string;
  };

  /** What is to be checked in forms; no row: nothing. */
  form_checks: {
    form_id: string;
    /** JSON, as `forms/checks.ts` reads it. */
    checks: string;
  };

  form_visits: {
    form_id: string;
    /** By those who have no access to its pages, since a day. */
    visits: number;
    since: string;
  };

  form_shares: {
    form_id: string;
    account_id: string;
    permission: SharePermission;
    created_at: string;
    updated_at: string;
  };

  /** Shares that begin when their address has an account. */
  form_invitations: {
    id: string;
    form_id: string;
    /** Normalised; once for each form. */
    email: string;
    permission: SharePermission;
    created_at: string;
  };

  /** Grows when the forms that an account can access change, or their titles. */
  directories: {
    account_id: string;
    version: number;
  };

  /** What happened between two versions of a directory; only the latest are kept. */
  directory_changes: {
    account_id: string;
    /** The version that the change led to. */
    version: number;
    form_id: string;
  };

  /** How often an account asked to share with an address that has no account. */
  share_refusals: {
    account_id: string;
    /** UTC, `YYYY-MM-DD`. */
    day: string;
    refusals: number;
  };

  /**
   * One row for each unit drawn from a generation quota. The row of a failed generation is deleted, which releases the
   * unit.
   */
  generations: {
    id: string;
    account_id: string;
    operation: string;
    /** Null: the caller did not ask for idempotency. Unique within an account. */
    idempotency_key: string | null;
    /** SHA-256 of the input, to tell a replay from another request with the same key. */
    input_hash: string;
    /** While running: when the unit is released because the process has died. Null: done. */
    leased_until: string | null;
    /** JSON of the result, for repeated calls; null while running, and without a key. */
    result: string | null;
    created_at: string;
  };

  /** Calls of language models that have ended, for the operator. */
  model_calls: {
    id: string;
    account_id: string;
    purpose: string;
    model: string;
    /** `ok`, the reason of a failure, or `cancelled`. */
    outcome: string;
    /** As the provider counted them; null if it did not. */
    input_tokens: number | null;
    output_tokens: number | null;
    /** Millionths of the operator's currency; null without a price. */
    cost: number | null;
    ms: number;
    created_at: string;
  };

  responses: {
    id: string;
    form_id: string;
    /** The version that was answered. */
    form_version: number;
    status: ResponseStatus;
    language: Language;
    /** The respondent's address, normalised. Null: erased. */
    email: string | null;
    /** JSON of `Answers`: fields, hidden fields and calculations by id. `{}` once erased. */
    answers: string;
    submitted_at: string;
    verified_at: string | null;
    /** When an owner marked it as spam, or as no spam; null: never. */
    marked_at: ColumnType<string | null, string | null | undefined, string | null>;
    /** 1: somebody who may edit the form answered it in its preview. It is verified from the first moment on, and counts for nothing. */
    is_test: Generated<number>;
  };

  /** A view: responses that are neither deleted nor tests. What counts, lists or sends responses reads it. */
  live_responses: Schema["responses"];

  /** What a deleted response said, so that the deletion can be undone. Its row in `responses` is empty, as after an erasure. */
  deleted_responses: {
    response_id: string;
    form_id: string;
    /** Before it was deleted. */
    status: Exclude<ResponseStatus, "deleted">;
    email: string | null;
    answers: string;
    /** When it can no longer be undone. */
    erase_at: string;
  };

  /** Codes and links that confirm addresses; one row for each response. */
  verifications: {
    response_id: string;
    /** HMAC of response and code, in hex. */
    code_hash: string;
    code_expires_at: string;
    /** How many wrong codes are still allowed. */
    attempts_left: number;
    /** SHA-256 of the secret in the link, in hex. */
    link_hash: string;
    link_expires_at: string;
    /** When the last mail went out. */
    sent_at: string;
  };

  /** A form that a respondent has begun: the answers so far, of all pages. */
  fills: {
    id: string;
    form_id: string;
    /** The version that the respondent answers, also if the form is edited meanwhile. */
    form_version: number;
    /** JSON of `Given`, unchecked. */
    given: string;
    /** The response, once it is sent: sending it twice makes one response. */
    response_id: string | null;
    updated_at: string;
    /** 1: files were removed because the form was left alone, and the respondent does not know it yet. */
    lost_files: Generated<number>;
    /** Of the client that stored answers last. It is forgotten when the form is sent. */
    network: string | null;
  };

  /** Uploaded files. They belong to a fill until it is submitted, then to the response. */
  files: {
    id: string;
    fill_id: string | null;
    response_id: string | null;
    field_id: string;
    /** In the order of upload. */
    position: number;
    /** As uploaded, made harmless. */
    name: string;
    size_bytes: number;
    /** As proven by the content. */
    content_type: string;
    /** Where the bytes are, see `FileStore`. */
    storage_key: string;
    created_at: string;
    /** Of the client, until the form is sent. */
    network: string | null;
  };

  /** Logos, covers and favicons. */
  images: {
    id: string;
    /** As proven by the content. */
    content_type: string;
    /** In pixels. */
    width: number;
    height: number;
    size_bytes: number;
    /** Where the bytes are, see `FileStore`. */
    storage_key: string;
    created_at: string;
  };

  /** Which forms have an image: one, and copies of it. */
  form_images: {
    form_id: string;
    image_id: string;
  };

  /** Running (leased), done (with a file), and delivered (expiring), in this order. */
  exports: {
    id: string;
    form_id: string;
    /** Identifies the request and its account, so that repeated calls join a running export. Null: delivered. */
    open_request: string | null;
    /** While running: when the export counts as dead because its process has died. Null: done. */
    leased_until: string | null;
    /** Where the bytes are, see `FileStore`. Null: not written yet. */
    storage_key: string | null;
    file_name: string;
    content_type: string;
    row_count: number | null;
    total_matching: number | null;
    /** When the first response that did not fit was submitted. */
    next_date_from: string | null;
    size_bytes: number | null;
    /** In hex. */
    sha256: string | null;
    created_at: string;
    done_at: string | null;
    /** When the address expires; null: it has not been delivered yet. */
    expires_at: string | null;
  };

  /** Kept by triggers: nothing else writes it. Forms without verified responses may have no row. */
  response_totals: {
    form_id: string;
    verified: number;
  };

  /** How many forms an account owns. Kept by triggers: nothing else writes it. */
  form_totals: {
    account_id: string;
    status: FormStatus;
    forms: number;
  };

  /** Bytes of what an account's forms store. Kept by triggers: nothing else writes it. No row: nothing yet. */
  account_usage: {
    account_id: string;
    /** Of all versions of all forms. */
    structure_bytes: number;
    /** Of the files of responses, and of the pictures of each form. */
    file_bytes: number;
  };

  /** Bytes of answers that are not sent. Kept by triggers: nothing else writes it. No row: none. */
  unsent_answer_usage: {
    /** Of a form, or a network; empty for all. */
    id: string;
    bytes: number;
  };

  /** Bytes of files that are not sent. Kept by triggers: nothing else writes it. No row: none. */
  unsent_usage: {
    /** Of a form, or a network; empty for all. */
    id: string;
    bytes: number;
  };

  /** Responses that wait for a confirmation, with the room that they take. Triggers on `responses` end the rows. */
  unconfirmed_responses: {
    response_id: string;
    form_id: string;
    /** Of the client that sent it; null: it came before networks were kept. */
    network: string | null;
    /** Of its answers and its files. */
    bytes: number;
  };

  /** Bytes of responses that wait for a confirmation. Kept by triggers: nothing else writes it. No row: none. */
  unconfirmed_usage: {
    /** Of a form, or a network; empty for all. */
    id: string;
    bytes: number;
  };

  /** Verified responses with a choice that has a capacity. Triggers on `responses` keep them. */
  choice_totals: {
    form_id: string;
    field_id: string;
    choice_id: string;
    chosen: number;
  };

  /** Places that responses hold while they wait for their confirmation. A trigger removes them when the status changes. */
  choice_holds: {
    response_id: string;
    form_id: string;
    field_id: string;
    choice_id: string;
    held_until: string;
  };

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

  /** What moved credits. Rows are never changed. Cause and reference are unique within an account. */
  credit_transactions: {
    id: string;
    account_id: string;
    cause:
      | "plan_month"
      | "plan_change"
      | "operator"
      | "lesson"
      | "lesson_part"
      | "period_end"
      | "period_start";
    /**
     * Start of the month of a plan; that start and the plan that was changed to; the operator's reason; the quote of a lesson; the quote and a part of its lesson; a period
     * of the ledger and the ledger account that is carried over.
     */
    reference: string;
    created_at: string;
  };

  /** Entries of a transaction; their amounts sum to zero. Rows are never changed. */
  credit_entries: {
    transaction_id: string;
    /** The account of the transaction. */
    account_id: string;
    /** `issued` is the counterpart of the other three: where credits come from. */
    ledger_account: "issued" | "available" | "reserved" | "charged";
    /** Credits: positive when they come in, negative when they go out. */
    amount: number;
    /** Counts up in each account. What a period leaves is carried over into the next one. */
    period: number;
  };

  /** Prices of lessons that an account asked for, until some time after they expire. */
  lesson_quotes: {
    id: string;
    account_id: string;
    /** Trimmed. */
    prompt: string;
    /** JSON array of language codes, the default language first. */
    languages: string;
    illustration_count: number;
    /** SHA-256 in hex of the input that the price is for. */
    input_hash: string;
    /** Which prices it was computed with. */
    price_version: number;
    /** JSON array of `QuoteItem`. */
    breakdown: string;
    /** Sum of the breakdown. */
    total_credits: number;
    created_at: string;
    expires_at: string;
  };

  /** Lessons, from the acceptance of their quote. */
  lessons: {
    id: string;
    account_id: string;
    /** Says what the lesson is made from, and its price. Unique. */
    quote_id: string;
    task_mode: "fixed" | "ai_reviewed";
    password_hash: string | null;
    /** As its owner calls it; null: as its title. */
    name: string | null;
    /** Since when learners do not see it; null: they do. */
    unpublished_at: string | null;
    status: LessonStatus;
    /** JSON of a `Lesson`; null until the text is written. */
    content: string | null;
    /** The unit of the generation quota; null once it was returned. */
    generation_id: string | null;
    created_at: string;
    finished_at: string | null;
  };

  /** What a lesson is priced and settled by. Each part ends once: charged when completed, refunded when failed. */
  lesson_parts: {
    lesson_id: string;
    /** 0, 1, 2... in the order: text, translations, illustrations. */
    position: number;
    kind: "text" | "translation" | "illustration";
    /** The language of a translation or the index of an illustration; empty for the text. */
    name: string;
    credits: number;
    status: "pending" | "generating" | "completed" | "failed";
    /** For people: why it failed. */
    error: string | null;
    /** Illustrations only: where the bytes are, see `FileStore`. */
    storage_key: string | null;
    media_type: string | null;
    /** Illustrations only: JSON of `LessonTexts`. */
    alt: string | null;
    /** Pictures of an image model, in pixels. Older ones have none. */
    width: number | null;
    height: number | null;
  };

  /** Work that a worker has to do. The row is deleted when it is done. */
  jobs: {
    id: string;
    account_id: string;
    kind: "lesson" | "response_mail" | "receipt" | "share_mail" | "form_deletion" | "webhook";
    /** What it is about: the id of a lesson, a response, a form or a webhook; a form and an account. Unique within a kind. */
    subject: string;
    /** Not before this time. */
    due_at: string;
    /** Started attempts since the last progress. An attempt whose process died counts, too. */
    attempts: number;
    /** Changes with each claim: a worker that was replaced does not know it, so that it can change nothing any more. */
    lease: string | null;
    leased_until: string | null;
    created_at: string;
  };

  /** Attempts of learners at lessons. Nothing says who a learner is. */
  lesson_attempts: {
    /** Known to the browser of the learner only. */
    id: string;
    lesson_id: string;
    /** JSON of `Results`. */
    results: string;
    /** JSON: id of each answered task -> its verdict. For statistics, which need no answers. */
    verdicts: string;
    started_at: string;
    /** When the last task was answered. */
    finished_at: string | null;
  };

  /** Passwords of accounts. An account without one signs in by mailed links. */
  credentials: {
    id: string;
    account_id: string;
    /** `credential`: a password. */
    provider: string;
    /** The id of the account. */
    subject: string;
    /** See `hashPassword`. */
    password_hash: string | null;
    created_at: string;
    updated_at: string;
  };

  /** Signed-in browsers, as better-auth reads them. */
  sessions: {
    id: string;
    account_id: string;
    /** SHA-256 in hex of the secret in the cookie. */
    token_hash: string;
    user_agent: string | null;
    created_at: string;
    /** When its end was last put off. */
    updated_at: string;
    expires_at: string;
  };

  /** Links in mails, each for one use. The row is deleted when the link is used. */
  mailed_links: {
    /** SHA-256 in hex of the secret in the link. */
    hash: string;
    purpose: "sign_up" | "sign_in" | "reset_password" | "change_email" | "delete_account";
    /** Whom it was sent to. */
    email: string;
    /** Null: it makes an account. */
    account_id: string | null;
    created_at: string;
    expires_at: string;
  };

  /** Passkeys (WebAuthn), as better-auth reads them. */
  passkeys: {
    id: string;
    account_id: string;
    name: string;
    credential_id: string;
    public_key: string;
    /** How often it signed, where the authenticator counts; else 0. */
    counter: number;
    device_type: string;
    /** 1: it is kept on several devices. */
    backed_up: number;
    transports: string | null;
    aaguid: string | null;
    created_at: string;
  };

  /** Challenges that browsers are to sign. The row is deleted when it is used. */
  passkey_challenges: {
    id: string;
    /** SHA-256 of the secret in the cookie of the browser. */
    hash: string;
    value: string;
    created_at: string;
    updated_at: string;
    expires_at: string;
  };

  /** Random keys of this installation, such as the one that signs cursors. */
  secrets: {
    name: string;
    /** 32 bytes in base64url. */
    value: string;
  };

  /** What the authorization server keeps: clients that registered, sign-ins that are under way, codes and tokens. */
  oauth_records: {
    /** Name of a model of oidc-provider, such as `AccessToken`. */
    kind: string;
    /** SHA-256 in hex of the id; the id of a code or a token is its secret. */
    hash: string;
    /** The connected app, a row of `tokens`; null: the record belongs to none. */
    token_id: string | null;
    /** Of an access token, separated by single spaces. */
    scopes: string;
    /** JSON, without the id. */
    payload: string;
    /** When it was used, if it may be used once only. */
    consumed_at: string | null;
    expires_at: string;
  };

  /** Accounts, forms and lessons that were deleted, for restores of older backups. */
  deletions: {
    /** Of the account, the form or the lesson. */
    id: string;
    deleted_at: string;
  };
}
