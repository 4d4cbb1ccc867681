import type { FormUrls } from "../../generated/types.ts";

/** @param publicUrl origin without a slash at the end */
export function formUrls(publicUrl: string, formId: string): FormUrls {
  return {
    public: `${publicUrl}/f/${formId}`,
    edit: `${publicUrl}/forms/${formId}/edit`,
    responses: `${publicUrl}/forms/${formId}/responses`,
  };
}
