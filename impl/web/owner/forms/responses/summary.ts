/** `/forms/ID/responses/summary`: the verified responses at a glance, question by question. */

import { findForm } from "../../../../forms/access.ts";
import { loadStructure } from "../../../../forms/forms.ts";
import { countVerified } from "../../../../forms/verified-responses.ts";
import { searchMatcher } from "../../../../responses/analysis/search.ts";
import { summarise } from "../../../../responses/analysis/summary.ts";
import { readVisitFigures } from "../../../../responses/visits/figures.ts";
import { summaryWording } from "../../../components/answer-wording.ts";
import { visitFigures } from "../../../components/visit-figures.ts";
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
  const period = { from: shown.from || undefined, to: shown.to || undefined };
  const figures = await readVisitFigures(db, formId, period);
  // A visit has no answers that a search could find.
  const visits = search === undefined ? visitFigures({ t, structure, figures }) : undefined;
  const earlierVisits = figures.earlier && {
    count: figures.earlier.visits,
    since: t.date(figures.earlier.since),
  };
  const main = summaryPage({
    t,
    form,
    shown,
    fields,
    summary,
    total,
    visits,
    earlierVisits: earlierVisits && t.say("summary_visits", earlierVisits),
  });
  return request.reply({ title: t.say("summary_of", { title: form.title }), main });
}
