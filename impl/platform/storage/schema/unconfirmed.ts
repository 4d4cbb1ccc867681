/** How many bytes of responses wait for a confirmation. */
export interface UnconfirmedTables {
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
}
