/** `/forms/new`: the page for a new form. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { DEMO_EMAIL } from "../../../accounts/demo-address.ts";
import { generationQuota } from "../../../accounts/generation/quota.ts";
import { requireFormText } from "../../../ai/read-form-text.ts";
import { addRules } from "../../../forms/text/template-form.ts";
import { type TemplateName, templateNames, templateText } from "../../../forms/text/templates.ts";
import { getCached } from "../../../platform/cache.ts";
import { randomBase62 } from "../../../platform/ids.ts";
import type { ReplyOptions } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import {
  type NewFormDraft,
  type NewFormView,
  newFormPage,
  type TemplateView,
} from "../views/forms/new-form.ts";

const MAX_FIND = 100;

export function showNewForm(request: OwnerRequest<"model">): Promise<Response> {
  return replyNewForm(request);
}

/** Sends the page. @param draft the inputs of a new form that the user must correct */
export async function replyNewForm(
  request: OwnerRequest<"model">,
  draft: NewFormDraft = emptyDraft(),
  options: ReplyOptions = {},
): Promise<Response> {
  const { t } = request;
  const main = newFormPage(await newFormView(request, draft));
  return request.reply({ title: t.say("new_title"), main, scripts: ["templates"] }, options);
}

function emptyDraft(): NewFormDraft {
  return { prompt: "", languages: [], defaultLanguage: "", key: randomBase62(22) };
}

/** Collects what the page shows. */
export async function newFormView(
  { t, csrf, site, account, c }: OwnerRequest<"model">,
  draft: NewFormDraft = emptyDraft(),
): Promise<NewFormView> {
  const { remaining } = await generationQuota(site.storage.db, account, site.clock());
  const find = (c.req.query("find") ?? "").trim().slice(0, MAX_FIND);
  const wanted = find.toLowerCase().split(/\s+/);
  return {
    t,
    csrf,
    quotaLeft: remaining,
    model: site.model,
    // The service makes this account at its first start, and prints its link to the operator.
    isOperator: account.email === DEMO_EMAIL,
    draft,
    find,
    templates: listTemplates(t.language).map((template) => ({
      ...template,
      isFound: wanted.every((word) => template.words.includes(word)),
    })),
  };
}

type Template = Omit<TemplateView, "isFound">;

const templates = new Map<Language, readonly Template[]>();

/** Lists the templates by title. They are read once for each language. */
function listTemplates(language: Language): readonly Template[] {
  return getCached(templates, language, () =>
    templateNames
      .map((name) => readTemplate(name, language))
      .toSorted((a, b) => a.title.localeCompare(b.title, language)),
  );
}

function readTemplate(name: TemplateName, language: Language): Template {
  const structure = templateStructure(name, language);
  const title = structure.title[language] ?? "";
  const labels = structure.pages.flatMap(({ fields }) => fields.map(({ label }) => label?.[language] ?? ""));
  return { name, title, structure, words: [title, ...labels].join(" ").toLowerCase() };
}

/** The form of a template, in one language. */
export function templateStructure(name: TemplateName, language: Language): FormStructure {
  return addRules(name, requireFormText(templateText(name, language), language).structure);
}

export function templateNamed(name: string | undefined): TemplateName | undefined {
  return templateNames.find((one) => one === name);
}
