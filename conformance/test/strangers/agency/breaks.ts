/** Ten mistakes that the developers of this back office could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "second-timer-elsewhere"
  | "quarters-to-nearest"
  | "half-approved"
  | "void-keeps-expenses"
  | "internal-hours-billed"
  | "approved-hours-move"
  | "until-is-before"
  | "rates-in-list"
  | "late-acceptance"
  | "any-agency-deletes";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
