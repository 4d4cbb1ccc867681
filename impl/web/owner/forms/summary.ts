/** `/forms/ID/responses/summary`: the verified responses at a glance, question by question. */

import type { Language } from "../../../../generated/types.ts";
import { findForm } from "../../../forms/access.ts";
import type { SummaryWording } from "../../../forms/answers/tallies/tally.ts";
import { loadStructure } from "../../../forms/forms.ts";
import { countVerified } from "../../../forms/verified-responses.ts";
import { summarise } from "../../../responses/analysis/summary.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { summaryPage } from "../../views/owner/forms/summary.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { orRefused } from "./refused.ts";
import { readShown, toFilter } from "./response-filter.ts";

export function showSummary(request: OwnerRequest, formId: string): Promise<Response> {
  return orRefused(request, async () => {
    const { c, t, site, account } = request;
    const { db } = site.storage;
    const form = await findForm(db, account.id, formId);
    const shown = readShown((name) => (name === "from" || name === "to" ? c.req.query(name) : undefined));
    const structure = await loadStructure(db, form);
    const summary = await summarise(
      db,
      toFilter(formId, shown),
      structure,
      summaryWording(request.t, form.default_language),
    );
    const total = await countVerified(db, formId);
    const main = summaryPage({ t, form, shown, summary, total });
    return request.reply({ title: t.say("summary_of", { title: form.title }), main });
  });
}

export function summaryWording(t: OwnerTranslation, language: Language): SummaryWording {
  return {
    language,
    yes: t.say("yes"),
    no: t.say("no"),
    number: (value) => t.number(value),
    date: (iso) => t.date(iso),
    datetime: (iso) => t.datetime(iso),
  };
}
