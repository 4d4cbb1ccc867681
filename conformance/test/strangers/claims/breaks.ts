/** Ten mistakes that the insurer's developers could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "reopened-not-open"
  | "cover-of-the-claim"
  | "excess-not-deducted"
  | "instalments-lose-cents"
  | "expired-quote-accepted"
  | "iban-of-payments"
  | "request-id-alone"
  | "documents-of-others"
  | "iban-without-revision"
  | "cursor-skips-ties";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
