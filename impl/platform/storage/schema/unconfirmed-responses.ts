/** How many bytes of responses wait for a confirmation. */
export interface UnconfirmedTables {
  /** Responses that wait for a confirmation, with their sizes. Triggers on `responses` delete the rows. */
  unconfirmed_responses: {
    response_id: string;
    form_id: string;
    /** The network of the client that sent it; null: the response is older than this column. */
    network: string | null;
    /** The size of its answers and its files. */
    bytes: number;
  };

  /** Bytes of responses that wait for a confirmation. Only triggers write this table. No row: zero. */
  unconfirmed_usage: {
    /** The id of a form, or a network; empty for the total. */
    id: string;
    bytes: number;
  };
}
