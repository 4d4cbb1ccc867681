/** Mistakes that a developer of the pharmacy's server could make. The variable `BREAK` names the one that the server has. */
const breaks = [
  /** What a medicine has in stock counts batches that have expired. */
  "expired-in-stock",
  /** Tablets come from the batch that came in first, not from the one that expires first. */
  "first-in-first-out",
  /** The price is rounded for each batch, and then added up. */
  "price-rounded-by-batch",
  /** A recall finds a dispensing by the first of its batches alone. */
  "recall-of-first-line",
  /** A recalled dispensing still counts as a fill of its prescription. */
  "recall-keeps-fill",
  /** What is cancelled goes back to the first of its batches as a whole. */
  "back-to-first-batch",
  /** The daily limit counts for each prescription, not for the patient. */
  "limit-of-prescription",
  /** Allergies and substances are compared with their upper and lower case. */
  "allergy-in-one-case",
  /** There is no alert when just the level is left. */
  "no-alert-at-level",
  /** The list of batches looks for the medicine in the page, not in all batches. */
  "filter-after-page",
] as const;

export const isBroken = (name: (typeof breaks)[number]): boolean => process.env.BREAK === name;
