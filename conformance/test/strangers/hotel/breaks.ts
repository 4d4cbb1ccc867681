/** Twelve mistakes that a hotel's developer could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "overlap-misses-inside"
  | "cancelled-still-blocks"
  | "notice-is-a-day"
  | "no-show-an-hour-late"
  | "charge-after-check-out"
  | "pay-twice-on-retry"
  | "balance-without-parking"
  | "quota-per-token"
  | "email-in-list"
  | "occupied-after-check-out"
  | "night-of-departure"
  | "payments-alone";

/** Whether the server makes this mistake. */
export function makes(mistake: Mistake): boolean {
  return process.env.BREAK === mistake;
}
