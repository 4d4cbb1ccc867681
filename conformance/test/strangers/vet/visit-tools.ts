/** The tools for visits and their bills. */
import { z } from "zod";
import { isBroken } from "./breaks.ts";
import * as shapes from "./shapes.ts";
import { text } from "./shapes.ts";
import { defineTool, type Tool } from "./tool.ts";
import { listPage } from "./views.ts";
import { addTreatments, bookVisit, cancelVisit, checkIn, closeVisit, findVisit } from "./visits.ts";

const oneVisit = z.strictObject({ visit_id: shapes.visitId });

const listVisits = defineTool({
  name: "list_visits",
  mode: "read",
  scope: "records:read",
  title: "List visits",
  description: "Lists visits by their time. The days are those of UTC.",
  input: z.strictObject({
    animal_id: shapes.animalId.optional(),
    vet: shapes.vet.optional(),
    state: shapes.visitState.optional(),
    from: z.iso.date().describe("The first day.").optional(),
    until: z.iso.date().describe("The last day.").optional(),
    ...shapes.paging,
  }),
  output: shapes.page("visits", shapes.visit),
  run: (input, caller) => {
    const { records } = caller.practice;
    const { animal_id, vet, state, from, until } = input;
    if (animal_id !== undefined) records.animal(animal_id);
    const isUntil = (day: string, last: string) =>
      isBroken("until-excludes-day") ? day < last : day <= last;
    const { items, ...rest } = listPage(caller, input, {
      name: "visits",
      rows: records.visits.values(),
      sortedBy: ({ starts_at }) => starts_at,
      fits: (visit) => {
        const day = visit.starts_at.slice(0, 10);
        return (
          (animal_id === undefined || visit.animal_id === animal_id) &&
          (vet === undefined || visit.vet === vet) &&
          (state === undefined || visit.state === state) &&
          (from === undefined || day >= from) &&
          (until === undefined || isUntil(day, until))
        );
      },
    });
    return { visits: [...items], ...rest };
  },
});

export const visitTools: readonly Tool[] = [
  defineTool({
    name: "book_visit",
    mode: "add",
    scope: "desk:write",
    title: "Book a visit",
    description: "Books a time with a vet. A visit that ends when another one starts does not overlap it.",
    input: z.strictObject({
      animal_id: shapes.animalId,
      vet: shapes.vet,
      reason: text(1, 200),
      starts_at: z.iso.datetime({ offset: true }),
      minutes: shapes.minutes.default(20),
      request_id: shapes.requestId("A booking that is sent again with this id is made once.").optional(),
    }),
    output: shapes.visit,
    run: (input, { practice: { records, requests } }) =>
      requests.once("book_visit", input, () => bookVisit(records, input)),
  }),
  defineTool({
    name: "get_visit",
    mode: "read",
    scope: "records:read",
    title: "Get a visit",
    description: "Shows a visit with its bill.",
    input: oneVisit,
    output: shapes.visit,
    run: ({ visit_id }, { practice }) => findVisit(practice.records, visit_id),
  }),
  listVisits,
  defineTool({
    name: "check_in_visit",
    mode: "change",
    scope: "desk:write",
    title: "Check in",
    description: "Notes that the animal of a booked visit is here.",
    input: oneVisit,
    output: shapes.visit,
    run: ({ visit_id }, { practice }) => checkIn(practice.records, visit_id),
  }),
  defineTool({
    name: "add_treatments",
    mode: "change",
    scope: "medical:write",
    title: "Add treatments",
    description:
      "Puts what was done on the bill of a visit, while the animal is here. VAT of 19 % is added to the sum.",
    input: z.strictObject({
      visit_id: shapes.visitId,
      treatments: z
        .array(
          z.strictObject({
            name: text(1, 80),
            quantity: z.int().min(1).max(50).default(1),
            unit_cents: z.int().min(0).max(500_000),
          }),
        )
        .min(1)
        .max(20),
    }),
    output: shapes.visit,
    run: ({ visit_id, treatments }, { practice }) => addTreatments(practice.records, visit_id, treatments),
  }),
  defineTool({
    name: "close_visit",
    mode: "change",
    scope: "desk:write",
    title: "Close a visit",
    description: "Ends a visit. Its total is added to the balance of the owner.",
    input: oneVisit,
    output: shapes.visit,
    run: ({ visit_id }, { practice }) => closeVisit(practice.records, visit_id),
  }),
  defineTool({
    name: "cancel_visit",
    mode: "change",
    scope: "desk:write",
    title: "Cancel a visit",
    description: "Cancels a booked visit, at least two hours before it starts.",
    input: oneVisit,
    output: shapes.visit,
    run: ({ visit_id }, { practice }) => cancelVisit(practice.records, visit_id),
  }),
];
