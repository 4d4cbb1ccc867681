/** `/forms/ID/prefilled`: makes links that prefill the answers entered on the page. It stores nothing. */
import { checkAnswers } from "../../../forms/check-answers.ts";
import { formOverview } from "../../../forms/overview.ts";
import { readableForm } from "../../../forms/structure/readable.ts";
import { translation } from "../../../texts/translate.ts";
import { problemText } from "../../components/problem-text.ts";
import { isTooLong, prefillingParameters, readPrefilledAnswers } from "../../prefilled-answers.ts";
import { shownStructure } from "../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { readEmbeddingChoices, withoutChoices } from "../views/forms/embedding.ts";
import { prefilledPage } from "../views/forms/prefilled-links.ts";
import { withPreview } from "./overview.ts";

export async function showPrefilled(request: OwnerRequest<"formUrls">, formId: string): Promise<Response> {
  const { c, t, site } = request;
  const stored = await formOverview(site.storage, request.account.id, formId, true);
  const structure = shownStructure(stored.structure!);
  const form = { ...stored, structure };
  const parameters = withoutChoices(prefillingParameters(c.req.url));
  const words = translation(t.language, structure.default_language);
  const { problems } = checkAnswers(
    structure,
    readPrefilledAnswers(structure, parameters),
    {},
    site.clock(),
    words.language,
  );
  const wrong = structure.pages
    .flatMap((page) => page.fields)
    .flatMap(({ id, label }) => {
      const problem = parameters.has(id) && problems.get(id);
      return problem ? [`${words.of(label)}: ${problemText(words, problem)}`] : [];
    });
  if (isTooLong(c.req.url)) wrong.push(t.say("prefilled_too_long"));
  const urls = site.formUrls(formId);
  const shown = { ...form, structure: readableForm(structure) };
  const choices = readEmbeddingChoices(c.req.url);
  const main = prefilledPage({ t, words, form: shown, parameters, wrong, urls, choices });
  return request.reply({ title: `${t.say("prefilled_title")}: ${form.title}`, main, ...withPreview(urls) });
}
