/** Ten mistakes that the developers of the tracking system could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "consent-lapses-late"
  | "reapply-after-screening"
  | "busy-by-start"
  | "cancelled-blocks"
  | "mean-is-last"
  | "last-place-stays-open"
  | "offset-before-filter"
  | "email-in-list"
  | "candidate-of-others"
  | "lapsed-offer-keeps-stage";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
