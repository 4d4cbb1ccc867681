import type { Generated } from "kysely";
import type { Language } from "../../../../generated/types.ts";

/** A choice whose place people wait for. Both ids are empty: they wait until the form takes answers. */
export interface WaitingFor {
  readonly field_id: string;
  readonly choice_id: string;
}

/** Waiting lists of forms: people who want to be told once when a form takes answers again, or a full choice has a place. */
export interface WaitingTables {
  /** No row: the form has never had a list. */
  waiting_lists: {
    form_id: string;
    /** 1: pages of the form offer it. People who are on it are told in any case. */
    is_on: number;
  };

  /** Free places that are kept for a while for the people who were told of them. */
  waiting_places: WaitingFor & {
    form_id: string;
    /** How many people were told since `told_at` or shortly before. */
    told: number;
    told_at: string;
    /** How many places were taken at that time. */
    told_taken: number;
  };

  /** People on the lists. A row is deleted when its person was told. */
  waiting_people: {
    id: string;
    form_id: string;
    /** The choice that they wait for, as in `WaitingFor`. */
    field_id: Generated<string>;
    choice_id: Generated<string>;
    /** Normalised. */
    email: string;
    /** The language of their page. */
    language: Language;
    /** The network of the client; null: the address is confirmed. */
    network: string | null;
    /** SHA-256 of the secret in the link of the last mail, in hex. The link confirms, and later deletes. */
    link_hash: string;
    /** When the last mail with a link was written. */
    asked_at: string;
    /** Their place in the order; null: they have not confirmed the address. */
    confirmed_at: string | null;
    /** When the mail server refused the mail that tells them for the first time. */
    failed_at: string | null;
  };
}
