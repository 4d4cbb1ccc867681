/** `/forms/ID/responses/summary`: the verified responses at a glance, question by question. */

import { findForm } from "../../../../forms/access.ts";
import { loadStructure } from "../../../../forms/forms.ts";
import { countVerified } from "../../../../forms/verified-responses.ts";
import { readVisits } from "../../../../forms/visits.ts";
import { searchMatcher } from "../../../../responses/analysis/search.ts";
import { summarise } from "../../../../responses/analysis/summary.ts";
import { summaryWording } from "../../../components/answer-wording.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { summaryPage } from "../../views/forms/summary.ts";
import { formColumns } from "./form-columns.ts";
import { readShown, toFilter, toSearch } from "./response-filter.ts";
import { searchableFields } from "./responses.ts";

export async function showSummary(request: OwnerRequest, formId: string): Promise<Response> {
  const { c, t, site, account } = request;
  const { db } = site.storage;
  const form = await findForm(db, account.id, formId);
  const shown = readShown((name) => (["status", "sort"].includes(name) ? undefined : c.req.query(name)));
  const structure = await loadStructure(db, form);
  const columns = formColumns(request, form);
  const search = toSearch(shown);
  const summary = await summarise(
    db,
    toFilter(formId, shown),
    structure,
    summaryWording(request.t, form.default_language),
    search && searchMatcher(search, columns),
  );
  const fields = searchableFields(await columns(form.version));
  const total = await countVerified(db, formId);
  const opened = await readVisits(db, formId);
  const visits = opened && t.say("summary_visits", { count: opened.visits, since: t.date(opened.since) });
  const main = summaryPage({ t, form, shown, fields, summary, total, visits });
  return request.reply({ title: t.say("summary_of", { title: form.title }), main });
}
