/** Ten mistakes that the developers of this office could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "retry-books-twice"
  | "month-end-skipped"
  | "returned-key-still-out"
  | "raise-each-calendar-year"
  | "ended-lease-keeps-unit"
  | "statement-of-any-lease"
  | "phone-in-list"
  | "filter-after-page"
  | "deposit-lowers-balance"
  | "visit-after-repair";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
