/** Exports, until their addresses expire. */
export interface ExportTables {
  /** Running (leased), done (with a file), and delivered (expiring), in this order. */
  exports: {
    id: string;
    form_id: string;
    /** Identifies the request and its account, so that repeated calls join a running export. Null: delivered. */
    open_request: string | null;
    /** While running: the time after which its process counts as dead. Null: done. */
    leased_until: string | null;
    /** The key of the bytes in the `FileStore`. Null: not written yet. */
    storage_key: string | null;
    file_name: string;
    content_type: string;
    row_count: number | null;
    total_matching: number | null;
    /** The submission time of the first response that did not fit. */
    next_date_from: string | null;
    size_bytes: number | null;
    /** In hex. */
    sha256: string | null;
    created_at: string;
    done_at: string | null;
    /** When the address expires; null: it has not been delivered yet. */
    expires_at: string | null;
  };
}
