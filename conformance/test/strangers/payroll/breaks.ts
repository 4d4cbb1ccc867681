/** Ten mistakes that the developers of the payroll could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "overtime-from-40"
  | "late-sheet-paid-twice"
  | "discard-leaves-locked"
  | "correction-each-month"
  | "day-limit-per-entry"
  | "dinar-rounded-to-cents"
  | "tax-on-gross"
  | "raise-reaches-back"
  | "vacation-stays-booked"
  | "payslips-of-others";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
