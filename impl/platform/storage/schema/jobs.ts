/** Work that workers have to do. */
export interface JobTables {
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
}
