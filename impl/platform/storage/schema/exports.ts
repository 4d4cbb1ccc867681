/** Exports, until their addresses expire. */
export interface ExportTables {
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
}
