/** Estimates: an offer to a client at the rates of the card, which becomes a project or lapses. */
import type { z } from "zod";
import { type Books, type Estimate, type EstimateLine, randomId, rateCard, timeText } from "./books.ts";
import { isBroken } from "./breaks.ts";
import { keepProject } from "./projects.ts";
import { Refused } from "./refused.ts";
import type { estimateInput } from "./schemas/money.ts";

const life = 30 * 24 * 60 * 60 * 1000;
const openAtOnce = 5;

const priceOf = ({ role, hours }: EstimateLine): number => rateCard[role] * hours;
const hoursOf = ({ lines }: Estimate): number => lines.reduce((sum, { hours }) => sum + hours, 0);

export function showEstimate(estimate: Estimate): object {
  return {
    estimate_id: estimate.id,
    client_id: estimate.client.id,
    title: estimate.title,
    status: estimate.status,
    lines: estimate.lines.map((line) => ({ ...line, amount_cents: priceOf(line) })),
    hours: hoursOf(estimate),
    total_cents: estimate.lines.reduce((cents, line) => cents + priceOf(line), 0),
    created_at: timeText(estimate.createdAt),
    valid_until: timeText(estimate.validUntil),
    project_id: estimate.project?.id ?? null,
  };
}

export function makeEstimate(books: Books, input: z.infer<typeof estimateInput>): object {
  const client = books.client(input.client_id);
  const open = [...books.estimates.values()].filter(
    (estimate) => estimate.client === client && estimate.status === "open",
  );
  if (open.length >= openAtOnce)
    throw new Refused(
      "too_many_estimates",
      `${client.name} has ${openAtOnce} open estimates. Wait until one is accepted or lapses, the first on ${timeText(open[0]!.validUntil)}.`,
    );
  const createdAt = books.now();
  const estimate: Estimate = {
    id: randomId("est"),
    client,
    title: input.title,
    lines: input.lines,
    createdAt,
    validUntil: createdAt + life,
    status: "open",
    project: null,
  };
  books.estimates.set(estimate.id, estimate);
  return showEstimate(estimate);
}

export function acceptEstimate(books: Books, estimate: Estimate): object {
  const mayAccept =
    estimate.status === "open" || (estimate.status === "lapsed" && isBroken("late-acceptance"));
  if (!mayAccept)
    throw new Refused(
      "wrong_state",
      `${estimate.id} is ${estimate.status}. Make a new one with make_estimate and let the client accept that.`,
    );
  const { client, title: name } = estimate;
  estimate.status = "accepted";
  estimate.project = keepProject(books, {
    client,
    name,
    budgetHours: hoursOf(estimate),
    rates: [],
    tags: [],
  });
  return showEstimate(estimate);
}
