/** The tool service_export_responses. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { findForm } from "../../forms/access.ts";
import { invalidInput } from "../../platform/failures/invalid-input.ts";
import { WorkFailed } from "../../platform/threads/work-thread.ts";
import { readPeriod } from "../../responses/period.ts";

const TOO_SLOW =
  "The file takes too long to write. Export fewer responses at a time with date_from and date_to, or choose another format.";

export function exportResponses(app: Pick<App, "storage" | "exports">): Handlers["exportResponses"] {
  return async ({ form_id, format, status, date_from, date_to }, call) => {
    const form = await findForm(app.storage.db, call.account, form_id);
    const filter = { formId: form.id, status, period: readPeriod(date_from, date_to) };
    const request = { format, filter, withAddresses: call.scopes.has("responses:read:pii") };
    const { row, downloadUrl, expiresAt } = await app.exports
      .export(call.account, form, request, call.signal)
      .catch((error: unknown) => {
        throw error instanceof WorkFailed ? invalidInput("/date_from", TOO_SLOW) : error;
      });
    return {
      export_id: row.id,
      format,
      row_count: row.row_count!,
      total_matching: row.total_matching!,
      truncated: row.next_date_from !== null,
      ...(row.next_date_from !== null && { next_date_from: row.next_date_from }),
      file_name: row.file_name,
      size_bytes: row.size_bytes!,
      sha256: row.sha256!,
      download_url: downloadUrl,
      expires_at: expiresAt,
    };
  };
}
