/** The resources: forms, responses and lessons as JSON, and the pages of MCP Apps, which `npm run bundles` makes. */
import { readFile } from "node:fs/promises";
import type { Handlers } from "../../../generated/handlers.ts";
import { limits } from "../../../generated/limits.ts";
import { service } from "../../../generated/tools.ts";
import type { App } from "../../app.ts";
import { findForm } from "../../forms/access.ts";
import { loadStructure } from "../../forms/forms.ts";
import { printFormText } from "../../forms/text/print.ts";
import { templateText } from "../../forms/text/templates.ts";
import { findLesson } from "../../lessons/find.ts";
import { generationStatus } from "../../lessons/status.ts";
import { describeVisits } from "../../responses/visits/describe.ts";
import { readVisitFigures } from "../../responses/visits/figures.ts";
import { readResponses } from "./getResponses.ts";
import { completeForms } from "./prompts.ts";

const BUNDLES = new URL("../../web/bundles/", import.meta.url);

export function resources(
  app: Pick<App, "storage" | "cursors" | "directories" | "clock" | "publicUrl">,
): Handlers["resources"] {
  const completeForm = completeForms(app);
  return {
    formPage: pageReader("form", app.publicUrl),
    responsesPage: pageReader("responses", app.publicUrl),
    lessonPage: pageReader("lesson", app.publicUrl),
    formStructure: async ({ form_id }, call) =>
      loadStructure(app.storage.db, await findForm(app.storage.db, call.account, form_id)),
    completeFormStructure: completeForm,
    async formText({ form_id }, call) {
      const form = await findForm(app.storage.db, call.account, form_id);
      const structure = await loadStructure(app.storage.db, form);
      return printFormText(structure, structure.default_language);
    },
    completeFormText: completeForm,
    async formResponses({ form_id }, call) {
      const latest = { form_id, status: "verified", limit: limits.latest_responses.max } as const;
      const { responses, total_count } = (await readResponses(app, latest, call)).output;
      return { responses, total_count };
    },
    completeFormResponses: completeForm,
    async formSummary({ form_id }, call) {
      const form = await findForm(app.storage.db, call.account, form_id);
      const structure = await loadStructure(app.storage.db, form);
      return describeVisits(structure, await readVisitFigures(app.storage.db, form.id));
    },
    completeFormSummary: completeForm,
    template: ({ name, language }) => templateText(name, language),
    async lesson({ quote_id }, call) {
      const { storage, clock } = app;
      const found = await generationStatus(storage.db, call.account, quote_id, clock());
      const { status, lessonId, languages } = found;
      const lesson = lessonId === undefined ? undefined : (await findLesson({ storage }, lessonId))?.lesson;
      return {
        status,
        languages: [...languages],
        ...(lessonId !== undefined && { lesson_id: lessonId }),
        ...(lesson && {
          title: lesson.title,
          summary: lesson.summary,
          sections: lesson.sections.map(({ heading, paragraphs }) => ({
            heading,
            paragraphs: [...paragraphs],
          })),
        }),
      };
    },
  };
}

/**
 * Each page is read at its first use. ChatGPT lists only pages that name an origin of their own. It reads it from its own key, too, and
 * Claude does not show a page whose `ui.domain` is not one of Claude's.
 */
function pageReader(name: "form" | "responses" | "lesson", publicUrl: () => string) {
  let page: Promise<string> | undefined;
  const meta = service.resources?.find((each) => each.name === `${name}_page`)?.meta;
  return async () => {
    page ??= readFile(new URL(`chat-${name}.html`, BUNDLES), "utf8");
    return { text: await page, _meta: { ...meta, "openai/widgetDomain": new URL(publicUrl()).origin } };
  };
}
