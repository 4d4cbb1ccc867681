/** Quotes. */
import * as z from "zod";
import { has } from "./breaks.ts";
import { now } from "./clock.ts";
import { requireOpen } from "./job-tools.ts";
import { Refusal } from "./refusal.ts";
import { count, ids, quote, quoteStatus, text } from "./schemas.ts";
import { tool } from "./tool.ts";
import { showQuote, statusOf } from "./views.ts";

const aQuote = z.strictObject({ quote });

export const quoteTools = {
  write_quote: tool(
    {
      title: "Write a quote",
      description: "Sends a quote, which is valid for two weeks. The tax is rounded once, on the net sum.",
      mode: "write",
      input: z.strictObject({
        job_id: ids.job,
        lines: z
          .array(
            z.strictObject({
              text: text(100),
              words: z.int().min(1).max(100_000),
              cents_a_word: z.int().min(1).max(100),
            }),
          )
          .min(1)
          .max(10),
        tax_percent: z.int().min(0).max(25).default(19),
      }),
      output: aQuote,
    },
    (office, { job_id, lines, tax_percent: tax }) => {
      requireOpen(office.jobs.get(job_id));
      return { quote: showQuote(office.quotes.add({ job: job_id, lines, tax, sentAt: now() })) };
    },
  ),
  accept_quote: tool(
    {
      title: "Accept a quote",
      description: "Notes that the customer has accepted a quote.",
      mode: "write",
      input: z.strictObject({ quote_id: ids.quote }),
      output: aQuote,
    },
    (office, { quote_id }) => {
      const accepted = office.quotes.get(quote_id);
      const status = statusOf(accepted);
      if (status !== "sent" && !(status === "expired" && has("expired-quote-accepted")))
        throw new Refusal("WRONG_STATE", `The quote is ${status}.`);
      return { quote: showQuote(Object.assign(accepted, { acceptedAt: now() })) };
    },
  ),
  list_quotes: tool(
    {
      title: "List quotes",
      description: "Lists the quotes of the account, or of one job.",
      mode: "read",
      input: z.strictObject({
        job_id: ids.job.optional(),
        status: quoteStatus.optional(),
        min_cents: count.optional(),
      }),
      output: z.strictObject({ quotes: z.array(quote) }),
    },
    (office, { job_id, status, min_cents = 0 }) => ({
      quotes: office.quotes
        .all()
        .map(showQuote)
        .filter((each) => job_id === undefined || each.job_id === job_id)
        .filter((each) => status === undefined || each.status === status)
        .filter(({ gross_cents }) => gross_cents >= min_cents),
    }),
  ),
};
