/** Work that workers have to do. */
export interface JobTables {
  /** Work that a worker has to do. The row is deleted when it is done. */
  jobs: {
    id: string;
    account_id: string;
    kind:
      | "lesson"
      | "response_mail"
      | "receipt"
      | "share_mail"
      | "waiting_list"
      | "form_deletion"
      | "webhook"
      | "tool_call";
    /** The object of the job: the id of a lesson, a response, a form, a webhook or a task, or a form and an account. Unique within a kind. */
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
  /** Calls of tools that go on after their answer (tasks of MCP). One that has not ended has a job of kind `tool_call`. */
  tool_tasks: {
    id: string;
    account_id: string;
    /** Grows by one with each change: an update names the revision that it has read. */
    revision: number;
    /** Whether it has neither a result nor an error, 0 or 1. */
    is_running: number;
    /** The task as the runtime describes it, as JSON. Without the arguments once it has ended. */
    task: string;
    expires_at: string;
  };
}
