/** Keeps the answers of a preview as a test response. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { checkAnswers } from "../../../../forms/check-answers.ts";
import { inputs } from "../../../../forms/fields/parts/inputs.ts";
import type { Html } from "../../../../platform/html.ts";
import { keepTest } from "../../../../responses/retention/test-responses.ts";
import { button } from "../../../components/controls/buttons.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { doneAddress } from "../done.ts";
import type { Previewed, readEntered } from "./preview-page.ts";
import type { StoredForm } from "./stored-form.ts";

/** Stores the answers, without files, which a preview does not accept. */
export async function postTest(
  request: OwnerRequest,
  form: StoredForm,
  structure: FormStructure,
  { language, answers: raw }: ReturnType<typeof readEntered>,
): Promise<Response> {
  const { c, site, account } = request;
  const { answers } = checkAnswers(structure, raw, {}, site.clock());
  const of = { form_id: form.id, form_version: form.version, language };
  const done = (await keepTest(site, account, of, answers)) ? "test_kept" : "tests_full";
  return seeOther(c, doneAddress(`/forms/${form.id}/responses?status=test`, done));
}

export function testButton(
  { t, csrf }: Pick<OwnerRequest, "t" | "csrf">,
  form: StoredForm,
  { language, answers }: Pick<Previewed, "language" | "answers">,
): Html | false {
  // Unpublished changes have no version number, which a response needs.
  if (form.access === "view" || form.pending !== undefined) return false;
  const sent = { test: "yes", [inputs.language]: language, [inputs.ticket]: JSON.stringify(answers) };
  return postForm({
    action: `/forms/${form.id}/preview`,
    csrf,
    hidden: sent,
    content: button({ text: t.say("preview_keep"), look: "main" }),
  });
}
