/** `/forms/ID/responses/summary`: the verified responses at a glance, question by question. */

import type { CountedPart } from "../../../../forms/answers/tallies/tally.ts";
import { loadStructure } from "../../../../forms/forms.ts";
import { findHeadedForm } from "../../../../forms/overview.ts";
import { readableForm } from "../../../../forms/structure/readable.ts";
import { countVerified } from "../../../../forms/verified-responses.ts";
import { listMatcher } from "../../../../responses/analysis/shown-list.ts";
import { summarise } from "../../../../responses/analysis/summary.ts";
import type { AnswerCondition } from "../../../../responses/conditions/condition.ts";
import type { QuestionFilters } from "../../../../responses/conditions/question-filters.ts";
import { summaryWording } from "../../../../responses/exports/answer-wording.ts";
import { readVisitFigures } from "../../../../responses/visits/figures.ts";
import { toLocalDay } from "../../../../texts/time-zone.ts";
import { visitFigures } from "../../../components/visit-figures.ts";
import { type ReplyOptions, seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { summaryPage } from "../../views/forms/summary.ts";
import { doneText } from "../done.ts";
import { addressWith, readConditionsView, readMatcher } from "./conditions.ts";
import { formColumns } from "./form-columns.ts";
import { listAddress, readShown, shownPeriod, toFilter, toSearch, withPeriod } from "./response-filter.ts";
import { searchableFields } from "./responses.ts";
import { readViewLinks, summaryAddress } from "./saved-views.ts";
import { sharedResultsView } from "./shared-results.ts";

/** @param refused why a post on the page has changed nothing */
export async function showSummary(
  request: OwnerRequest<"formUrls" | "ownerKeys">,
  formId: string,
  refused?: { readonly text: string; readonly status: NonNullable<ReplyOptions["status"]> },
): Promise<Response> {
  const { c, t, site, account } = request;
  const { db } = site.storage;
  const form = await findHeadedForm(db, account.id, formId);
  const today = toLocalDay(site.clock().toISOString(), t.zone);
  const read = (name: string) =>
    ["status", "sort", "columns"].includes(name) ? undefined : c.req.query(name);
  const shown = readShown(withPeriod(read, today));
  const conditions = await readConditionsView(request, form, shown, "summary");
  if ("changed" in conditions) return seeOther(c, conditions.changed);
  const structure = readableForm(await loadStructure(db, form));
  const columns = formColumns(request, form);
  const meetsConditions = await readMatcher(request, form, shown);
  const fits = listMatcher({ search: toSearch(shown), meetsConditions, columns });
  const summary = await summarise(
    db,
    toFilter(formId, shown, t.zone),
    structure,
    summaryWording(t, form.default_language),
    { fits, zone: t.zone },
  );
  const fields = searchableFields(await columns(form.version));
  const total = await countVerified(db, formId);
  // Visits are counted by days in UTC, for all accounts and agents.
  const period = { from: shown.from || undefined, to: shown.to || undefined };
  const figures = await readVisitFigures(db, formId, period);
  // A visit has no answers that a search or a filter could find.
  const visits = fits === undefined ? visitFigures({ t, structure, figures }) : undefined;
  const earlierVisits = figures.earlier && {
    count: figures.earlier.visits,
    since: t.date(figures.earlier.since),
  };
  const views = await readViewLinks(request, {
    form,
    address: listAddress(formId, shown, { below: "/summary" }),
    addressOf: (view) => summaryAddress(formId, view),
  });
  const sharing = await sharedResultsView(request, form, structure, refused?.text);
  // If the part is not shown, its refusal stands above the page.
  const notice = sharing === undefined ? refused?.text : undefined;
  const main = summaryPage({
    t,
    form,
    shown,
    period: shownPeriod(shown, today),
    conditions: conditions.view,
    views,
    tableAddress: listAddress(formId, shown),
    addressOf: (field, part) =>
      addressWith(partCondition(conditions.questions, field, part), { formId, shown, page: "table" }),
    fields,
    summary,
    total,
    urls: site.formUrls(formId),
    visits,
    earlierVisits: earlierVisits && t.say("summary_visits", earlierVisits),
    sharing,
  });
  return request.reply(
    {
      title: t.say("summary_of", { title: form.title }),
      main,
      notice: notice ?? doneText(request),
      scripts: ["copy"],
    },
    refused && { status: refused.status },
  );
}

/** The condition that the answers meet which a part of a question's chart counts. */
function partCondition(questions: QuestionFilters, field: string, part: CountedPart): AnswerCondition {
  if ("choice" in part) {
    const key = part.row === undefined ? field : `${field}.${part.row}`;
    return { key, op: "one_of", values: [part.choice] };
  }
  const { from, to } = part;
  const filter = questions.get(field)?.filter;
  if (filter?.kind !== "choices") return { key: field, op: "range", from: String(from), to: String(to) };
  // The few points of a scale are filtered one by one.
  const points = filter.options.map(({ id }) => id);
  return { key: field, op: "one_of", values: points.filter((id) => Number(id) >= from && Number(id) <= to) };
}
