/** Twelve mistakes that a team could make in a translation bureau; the variable `BREAK` names the one that this server has. */
const mistakes = {
  "one-quota-for-all": "The jobs of a day are counted for all accounts together.",
  "refusals-draw": "A job that is refused counts against the quota.",
  "copies-are-free": "A copy does not count against the quota.",
  "copy-lacks-notes": "A copy has no notes.",
  "copy-shares-segments": "A copy has the segments of its source, and not its own.",
  "tax-of-each-line": "The tax is rounded for each line of a quote.",
  "quotes-in-cells": "Quotes in a cell of the CSV are not doubled.",
  "pages-lose-equal-times": "A page of jobs begins behind all with the time of the last one.",
  "delivery-starts": "A delivery sets the time of the start, too.",
  "expired-quote-accepted": "A quote can be accepted after it has expired.",
  "customer-of-others": "A job can be for a customer of another account.",
  "untranslated-delivered": "A job is delivered though a segment has no translation.",
} as const;

export function has(mistake: keyof typeof mistakes): boolean {
  return process.env.BREAK === mistake;
}
