import type { FormStructure, Language } from "../../../../generated/types.ts";
import { type Form, loadStructure } from "../../../forms/forms.ts";
import { collectImages } from "../../../forms/images.ts";
import { readableForm } from "../../../forms/structure/readable.ts";
import { countVerified } from "../../../forms/verified-responses.ts";
import { boundedCache } from "../../../platform/bounded-cache.ts";
import { getCached } from "../../../platform/cache.ts";
import { isNotDeleted } from "../../../platform/storage/deletion-filter.ts";
import {
  type ResultsForAll,
  readSharedResults,
  type SharedResults,
  shareableFields,
  summariseForAll,
} from "../../../responses/analysis/shared-results.ts";
import { summaryWording } from "../../../responses/exports/answer-wording.ts";
import { type OwnerTranslation, ownerLanguages, pageTranslation } from "../../../texts/owner/owner-texts.ts";
import { translation } from "../../../texts/translate.ts";
import { createLook } from "../../components/look.ts";
import { reply, type WebContext } from "../../reply.ts";
import { isResultsSecret } from "../../results-link.ts";
import type { Site } from "../../site.ts";
import { replyNotFound } from "../public-form/message-replies.ts";
import { chooseLanguage } from "../public-form/public-form.ts";
import { resultsPage } from "./results-page.ts";

type ResultsSite = Pick<Site, "storage" | "clock" | "ownerKeys">;

/** Sums up at most once a minute for each form and language, however many people look. */
const CACHE_MS = 60_000;
const MAX_CACHED = 200;

/** Creates the handler of the page with the results of a form for everybody who has its secret link. */
export function resultsHandler() {
  const cache = boundedCache<{ readonly results: ResultsForAll | undefined }>(MAX_CACHED);
  const running = new Map<string, Promise<ResultsForAll | undefined>>();
  return async (c: WebContext, site: ResultsSite, formId: string, secret: string): Promise<Response> => {
    const { db } = site.storage;
    const shared = await readSharedResults(db, formId);
    const form = await findShown(site, formId);
    if (!isResultsSecret(site.ownerKeys, formId, shared?.nonce, secret) || !shared || !form)
      return replyNotFound(c);
    const structure = readableForm(await loadStructure(db, form));
    const t = translationFor(c, structure);
    const language = isWrittenIn(structure, shared.fields, t.language)
      ? t.language
      : structure.default_language;
    const key = await cacheKey(site, form, shared, `${t.language} ${language}`);
    const sumUp = () =>
      summariseForAll(db, formId, structure, shared.fields, summaryWording(t, language)).finally(() =>
        running.delete(key),
      );
    const { results } = cache.get(key) ?? { results: await getCached(running, key, sumUp) };
    cache.set(key, { results }, 1);
    const images = await collectImages(db, formId, structure);
    const look = createLook({ t: translation(language, structure.default_language), structure, images });
    const page = resultsPage({ t, structure, language, look, results });
    return reply(c, page, {
      headers: { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" },
    });
  };
}

/** A closed or archived form shows its results, too; a deleted one does not. */
function findShown({ storage }: ResultsSite, formId: string): Promise<Form | undefined> {
  return storage.db
    .selectFrom("forms")
    .selectAll()
    .where("id", "=", formId)
    .where(isNotDeleted)
    .executeTakeFirst();
}

/** The words of charts are in the languages of owners, which may be others than those of the form. */
function translationFor(c: WebContext, { default_language }: FormStructure): OwnerTranslation {
  const [first, ...others] = [...ownerLanguages].sort(
    (a, b) => Number(b === default_language) - Number(a === default_language),
  ) as [(typeof ownerLanguages)[number], ...(typeof ownerLanguages)[number][]];
  return pageTranslation(
    chooseLanguage([first, ...others], c.req.query("lang"), c.req.header("accept-language")),
  );
}

/** Whether all shared questions have their texts in a language; a page in two languages would be hard to read. */
function isWrittenIn(structure: FormStructure, ids: ReadonlySet<string>, language: Language): boolean {
  const fields = shareableFields(structure).filter(({ id }) => ids.has(id));
  const texts = fields.flatMap((field) => [
    field.label,
    ...("choices" in field ? field.choices.map(({ label }) => label) : []),
    ...("rows" in field ? [...field.rows, ...field.columns].map(({ label }) => label) : []),
  ]);
  return [structure.title, ...texts].every((text) => text?.[language] !== undefined);
}

/** Another number of responses, version, choice of questions or language is another sum. */
async function cacheKey(
  { storage, clock }: ResultsSite,
  { id, version }: Form,
  { nonce, fields }: SharedResults,
  languages: string,
): Promise<string> {
  const minute = Math.floor(clock().getTime() / CACHE_MS);
  const total = await countVerified(storage.db, id);
  return [id, version, nonce, [...fields].join(), languages, total, minute].join(" ");
}
