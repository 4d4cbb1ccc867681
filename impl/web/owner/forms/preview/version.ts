/** `/forms/ID/versions/NUMBER`: a version of a form as respondents saw it. It stores nothing. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { inputs } from "../../../../forms/fields/parts/inputs.ts";
import { type FormVersion, findVersion } from "../../../../forms/versions.ts";
import type { FormValues } from "../../../form-body.ts";
import { shownStructure } from "../../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { versionNotice } from "../../views/forms/preview/version-notice.ts";
import { refuseOnOverview } from "../overview.ts";
import { readVersion } from "../versions.ts";
import { readyToShow, replyPage } from "./preview.ts";
import { drawNextPage, drawStep, type Previewed, previewLanguage, readEntered } from "./preview-page.ts";
import { loadStoredForm, type StoredForm } from "./stored-form.ts";

type VersionRequest = OwnerRequest<"formUrls" | "signUp">;

export const showVersion = refuseOnOverview(async (request: VersionRequest, formId: string) => {
  const { form, version, structure } = await loadVersion(request, formId);
  const language = previewLanguage(request, structure, request.c.req.query(inputs.language));
  const shown = await previewed(request, form, version, { structure, language, answers: {} });
  return replyPage(request, form, shown, drawStep(request, shown, undefined), "versions");
});

export const postVersion = refuseOnOverview(
  async (request: VersionRequest, formId: string, values: FormValues) => {
    const { form, version, structure } = await loadVersion(request, formId);
    const entered = readEntered(request, structure, values);
    const shown = await previewed(request, form, version, { structure, ...entered });
    return replyPage(request, form, shown, drawNextPage(request, shown, values), "versions");
  },
);

async function loadVersion(
  request: VersionRequest,
  formId: string,
): Promise<{ form: StoredForm; version: FormVersion; structure: FormStructure }> {
  const { site, account } = request;
  const version = await findVersion(site.storage.db, account.id, formId, readVersion(request));
  const form = await loadStoredForm(request, formId);
  return { form, version, structure: shownStructure(version.structure) };
}

async function previewed(
  request: VersionRequest,
  form: StoredForm,
  version: FormVersion,
  shown: Pick<Previewed, "structure" | "language" | "answers">,
): Promise<Previewed> {
  return {
    ...(await readyToShow(request, form, shown)),
    path: `/forms/${form.id}/versions/${version.version}`,
    notice: versionNotice(request.t, form, version),
    test: false,
  };
}
