/** A response as agents and webhooks read it. */
import type { FormResponse } from "../../generated/types.ts";
import { type Answers, isStoredFile, type StoredAnswer, type StoredFile } from "../forms/answers/answer.ts";
import type { ReadResponse } from "./latest.ts";

export function describeResponse(response: ReadResponse): FormResponse {
  return {
    response_id: response.id,
    status: response.status,
    submitted_at: response.submitted_at,
    ...(response.verified_at !== null && { verified_at: response.verified_at }),
    language: response.language,
    form_version: response.form_version,
    ...(response.email !== null && { email: response.email }),
    answers: withoutFileIds(response.answers),
  };
}

/** Files are named, not linked: their ids are of no use to callers. */
function withoutFileIds(answers: Answers): FormResponse["answers"] {
  return Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, visibleAnswer(answer)]));
}

function visibleAnswer(answer: StoredAnswer): FormResponse["answers"][string] {
  if (!Array.isArray(answer)) return answer as FormResponse["answers"][string];
  return answer.map((item) => (isStoredFile(item) ? describeFile(item) : item));
}

function describeFile({ name, size_bytes, content_type }: StoredFile) {
  return { name, size_bytes, content_type };
}
