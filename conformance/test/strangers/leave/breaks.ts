/** Ten mistakes that the developers of the leave office could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  /** The allowance counts half a day as a whole one. */
  | "half-day-counts-whole"
  /** Cancelled leave still uses up the allowance. */
  | "cancelled-keeps-days"
  /** The notice of a cancellation counts from the last day of the leave. */
  | "notice-from-last-day"
  /** Leave can begin on the last day of other leave. */
  | "last-day-free"
  /** Every employee decides about everybody's leave. */
  | "anyone-decides"
  /** The list of employees shows home phone numbers to callers without the scope. */
  | "phone-in-list"
  /** An accepted swap gives the wanted shift to the employee who offered, and leaves the other shift alone. */
  | "swap-moves-one"
  /** An offer that has expired is accepted, if no other call came after it expired. */
  | "late-accept"
  /** The next page leaves out entries with the day, or the time, of the last entry of the page before. */
  | "same-day-lost"
  /** A new employee can have a manager of another company. */
  | "manager-of-others";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
