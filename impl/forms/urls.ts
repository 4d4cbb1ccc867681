/** The addresses of a form for respondents and owners. */
import type { FormStatus, FormUrls } from "../../generated/types.ts";

/** @param publicUrl origin without a slash at the end */
export function formUrls(publicUrl: string, formId: string, status?: FormStatus): FormUrls {
  return {
    public: `${publicUrl}/f/${formId}`,
    ...(status === "draft" && { preview: `${publicUrl}/forms/${formId}/preview` }),
    edit: `${publicUrl}/forms/${formId}/edit`,
    responses: `${publicUrl}/forms/${formId}/responses`,
  };
}

/** Returns the page that shows accounts with admin permission who has access. */
export function sharePage(publicUrl: string, formId: string): string {
  return `${publicUrl}/forms/${formId}#people`;
}
