/** Ten mistakes that the developers of this practice could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "balance-without-vat"
  | "cancelled-keeps-slot"
  | "boosters-add-up"
  | "dispense-expired"
  | "renewal-keeps-count"
  | "phone-in-list"
  | "fourth-visit"
  | "stale-weight"
  | "payment-twice"
  | "until-excludes-day";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
