/** Work that workers have to do. */
export interface JobTables {
  /** Work that a worker has to do. The row is deleted when it is done. */
  jobs: {
    id: string;
    account_id: string;
    kind: "lesson" | "response_mail" | "receipt" | "share_mail" | "form_deletion" | "webhook";
    /** The object of the job: the id of a lesson, a response, a form or a webhook, or a form and an account. Unique within a kind. */
    subject: string;
    /** The earliest time to start. */
    due_at: string;
    /** Started attempts since the last progress. An attempt whose process died counts, too. */
    attempts: number;
    /** Changes with each claim. A worker that lost its claim does not know the new value, so it can change nothing. */
    lease: string | null;
    leased_until: string | null;
    created_at: string;
  };
}
