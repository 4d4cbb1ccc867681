/** The tables of the database. */
import type { FormStatus, Language, ResponseStatus, SharePermission } from "../../generated/types.ts";

/**
 * The tables. Portable on purpose (SQLite and PostgreSQL): ids and times are text (times as `Date.toISOString`, which
 * sorts as it reads), booleans are 0 or 1, lists and structures are JSON text.
 */
export interface Schema {
  accounts: AccountsTable;
  tokens: TokensTable;
  forms: FormsTable;
  form_versions: FormVersionsTable;
  form_shares: FormSharesTable;
  directories: DirectoriesTable;
  directory_changes: DirectoryChangesTable;
  share_refusals: ShareRefusalsTable;
  generations: GenerationsTable;
  responses: ResponsesTable;
  verifications: VerificationsTable;
  fills: FillsTable;
  files: FilesTable;
  exports: ExportsTable;
  credit_transactions: CreditTransactionsTable;
  credit_entries: CreditEntriesTable;
  lesson_quotes: LessonQuotesTable;
  secrets: SecretsTable;
}

export interface AccountsTable {
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
}

export interface TokensTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the whole token in hex; the token itself is not stored. */
  hash: string;
  /** Separated by single spaces, as in OAuth. */
  scopes: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface FormsTable {
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
  created_at: string;
  updated_at: string;
  /** When it was last published. */
  published_at: string | null;
  archived_at: string | null;
}

/** Structures. A version never changes, because responses refer to the version that they answered. */
export interface FormVersionsTable {
  form_id: string;
  /** 1, 2, 3... */
  version: number;
  /** JSON of a `FormStructure`. */
  structure: string;
  created_at: string;
}

export interface FormSharesTable {
  form_id: string;
  account_id: string;
  permission: SharePermission;
  created_at: string;
  updated_at: string;
}

/** Grows when the forms that an account can access change, or their titles. */
export interface DirectoriesTable {
  account_id: string;
  version: number;
}

/** What happened between two versions of a directory; only the latest are kept. */
export interface DirectoryChangesTable {
  account_id: string;
  /** The version that the change led to. */
  version: number;
  form_id: string;
}

/** How often an account asked to share with an address that has no account. */
export interface ShareRefusalsTable {
  account_id: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  refusals: number;
}

/**
 * One row for each unit drawn from a generation quota. The row of a failed generation is deleted, which releases the
 * unit.
 */
export interface GenerationsTable {
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
}

export interface ResponsesTable {
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
}

/** Codes and links that confirm addresses; one row for each response. */
export interface VerificationsTable {
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
}

/** A form that a respondent has begun: the answers so far, of all pages. */
export interface FillsTable {
  id: string;
  form_id: string;
  /** The version that the respondent answers, also if the form is edited meanwhile. */
  form_version: number;
  /** JSON of `Given`, unchecked. */
  given: string;
  /** The response, once it is sent: sending it twice makes one response. */
  response_id: string | null;
  updated_at: string;
}

/** Uploaded files. They belong to a fill until it is submitted, then to the response. */
export interface FilesTable {
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
}

/** Running (leased), done (with a file), and delivered (expiring), in this order. */
export interface ExportsTable {
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
}

/** What moved credits. Rows are never changed. Cause and reference are unique within an account. */
export interface CreditTransactionsTable {
  id: string;
  account_id: string;
  cause: "plan_month" | "operator";
  /** Start of the month of a plan; the operator's reason. */
  reference: string;
  created_at: string;
}

/** Entries of a transaction; their amounts sum to zero. Rows are never changed. */
export interface CreditEntriesTable {
  transaction_id: string;
  /** The account of the transaction. */
  account_id: string;
  /** `issued` is the counterpart of the other three: where credits come from. */
  ledger_account: "issued" | "available" | "reserved" | "charged";
  /** Credits: positive when they come in, negative when they go out. */
  amount: number;
}

/** Prices of lessons that an account asked for, until some time after they expire. */
export interface LessonQuotesTable {
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
}

/** Random keys of this installation, such as the one that signs cursors. */
export interface SecretsTable {
  name: string;
  /** 32 bytes in base64url. */
  value: string;
}
