/** Posts of `/forms/new`: create a form from a prompt, from its understood part or from a template, or an empty form. */
import { createHash } from "node:crypto";
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { builtIn } from "../../../ai/read-form-text.ts";
import { type CreatedForm, createForm } from "../../../forms/create/create.ts";
import {
  type CreateFromStructureRequest,
  createFromStructure,
} from "../../../forms/create/create-from-structure.ts";
import { newPhoneCountry, withPhoneCountry } from "../../../forms/create/home-country.ts";
import { withoutMarks } from "../../../forms/text/marked-text.ts";
import { PromptNotUnderstood } from "../../../platform/failures/prompt-not-understood.ts";
import { isLanguage } from "../../../texts/languages.ts";
import { editorTexts } from "../../../texts/owner/editor/texts.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { doneAddress } from "./done.ts";
import { replyNewForm, templateNamed, templateStructure } from "./new-page.ts";
import { PageRefusal, refusalText, textWithMarks } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";

type NewFormRequest = OwnerRequest<"formUrls" | "model" | "generateForm" | "knownTranslation">;

/** The maximum length of a text with the marks of a refusal. */
const MAX_MARKED = 2 * limits.prompt_length.max;

const LIMITS: Readonly<Record<string, { readonly values: number; readonly length: number }>> = {
  prompt: { values: 1, length: MAX_MARKED },
  languages: { values: 24, length: 10 },
  default_language: { values: 1, length: 10 },
  key: { values: 1, length: 40 },
  empty: { values: 1, length: 10 },
  template: { values: 1, length: 40 },
  understood: { values: 1, length: 10 },
};

export const newFormInputs: AcceptInput = (name) => (Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined);

export async function postNewForm(request: NewFormRequest, values: FormValues): Promise<Response> {
  const { c, t } = request;
  const draft = {
    prompt: withoutMarks((values.get("prompt") ?? "").replaceAll("\r\n", "\n")),
    languages: values.all("languages").filter(isLanguage),
    defaultLanguage: values.get("default_language") ?? "",
    key: values.get("key") ?? "",
  };
  return handleRefusal(
    async () => {
      const form = await create(request, draft, values);
      audit(request, "create", form.id);
      return seeOther(c, doneAddress(`/forms/${form.id}/edit`, "created"));
    },
    async (refusal) => {
      const { status, ...text } = refusalText(t, refusal);
      const understood = refusal instanceof PromptNotUnderstood ? refusal.understood : undefined;
      const prompt = textWithMarks(t, refusal, MAX_MARKED) ?? draft.prompt;
      const shown = { ...draft, prompt, refusal: { ...text, understood } };
      return replyNewForm(request, shown, { status });
    },
  );
}

interface Wish {
  readonly prompt: string;
  readonly languages: readonly Language[];
  readonly defaultLanguage: string;
  readonly key: string;
}

/** Lists the languages, including the default language even if its box was not ticked. */
export function listLanguages({ languages, defaultLanguage }: Pick<Wish, "languages" | "defaultLanguage">) {
  if (!isLanguage(defaultLanguage))
    return { languages: languages.length === 0 ? undefined : languages, defaultLanguage: undefined };
  return { languages: [...new Set([defaultLanguage, ...languages])], defaultLanguage };
}

/** Combines the key of the page with the inputs: if the user goes back, another prompt creates another form. */
function makeKey({ key, prompt, languages, defaultLanguage }: Wish): string {
  const wish = JSON.stringify([prompt, languages, defaultLanguage]);
  return `${key}.${createHash("sha256").update(wish).digest("base64url").slice(0, 16)}`;
}

function create(request: NewFormRequest, wish: Wish, values: FormValues) {
  if (values.get("understood") !== undefined) return createUnderstood(request, wish);
  const template = templateNamed(values.get("template"));
  if (template !== undefined) {
    const structure = templateStructure(template, request.t.language);
    return createFromPage(request, structure, wish.key && `page template ${wish.key}.${template}`);
  }
  const isEmpty = values.get("empty") !== undefined || wish.prompt.trim() === "";
  return isEmpty ? createEmpty(request, wish) : createByPrompt(request, wish);
}

function createByPrompt({ site, account, c, t }: NewFormRequest, wish: Wish) {
  const { max } = limits.prompt_length;
  if ([...wish.prompt].length > max) throw new PageRefusal(t.say("new_too_long", { count: max }));
  const asked = {
    prompt: wish.prompt,
    title: undefined,
    ...listLanguages(wish),
    publish: false,
    idempotencyKey: wish.key === "" ? undefined : `page ${makeKey(wish)}`,
  };
  return createForm(site, account.id, asked, c.req.raw.signal);
}

/** Creates a form of a refused prompt, with what was not understood in its check list. */
async function createUnderstood(request: NewFormRequest, wish: Wish): Promise<CreatedForm> {
  try {
    return await createByPrompt(request, wish);
  } catch (error) {
    if (!(error instanceof PromptNotUnderstood)) throw error;
    const { structure, warnings = [] } = error.understood;
    if (structure === undefined) throw error;
    const key = wish.key && `page understood ${makeKey(wish)}`;
    return createFromPage(request, structure, key, { generator: builtIn, warnings });
  }
}

function createEmpty(request: NewFormRequest, wish: Wish) {
  const { t } = request;
  const { languages = [t.language], defaultLanguage } = listLanguages(wish);
  const first = defaultLanguage ?? languages[0]!;
  const structure: FormStructure = {
    title: { [first]: t.say("new_empty_title") },
    default_language: first,
    languages: [...languages],
    pages: [
      {
        id: "page_1",
        fields: [
          { id: "question_1", type: "short_text", label: { [first]: editorTexts[t.language].new_label } },
        ],
      },
    ],
  };
  return createFromPage(request, structure, wish.key && `page empty ${makeKey(wish)}`);
}

/** Creates a form from a structure. @param key empty: each post creates a form @param read its text, if it was read from one */
function createFromPage(
  { site, account }: NewFormRequest,
  structure: FormStructure,
  key: string,
  read?: CreateFromStructureRequest["read"],
): Promise<CreatedForm> {
  return createFromStructure(site, account.id, {
    structure: withPhoneCountry(structure, newPhoneCountry(structure, account.time_zone)),
    title: undefined,
    languages: undefined,
    defaultLanguage: undefined,
    publish: false,
    idempotencyKey: key === "" ? undefined : key,
    ...(read && { read }),
  });
}
