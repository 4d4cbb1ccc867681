/** Mistakes that a team of payments could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "month-end-skipped"
  | "fee-taken-twice"
  | "hold-not-released"
  | "day-limit-by-utc"
  | "offset-before-filter"
  | "fee-rounded-down"
  | "frozen-card-pays"
  | "return-keeps-fee"
  | "capture-holds-rest"
  | "yen-has-cents"
  | "retry-sends-twice"
  | "released-still-spent";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
