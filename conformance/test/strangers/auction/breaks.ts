/** Ten mistakes that the developers of the auction house could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "bid-equals-highest"
  | "reserve-ignored"
  | "outbid-stays-committed"
  | "reserve-in-list"
  | "one-lot-too-many"
  | "watched-twice"
  | "until-before-the-day"
  | "payment-booked-twice"
  | "copy-shares-estimate"
  | "lot-of-another-house";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
