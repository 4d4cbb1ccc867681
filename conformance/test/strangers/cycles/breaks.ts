/** Ten mistakes that the developers of this hire shop could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "expired-quote-books"
  | "third-extension"
  | "extend-over-booking"
  | "maintenance-last-day-free"
  | "swapped-bike-stays-out"
  | "cancel-frees-booking-of-day"
  | "document-in-search"
  | "request-ids-shared"
  | "until-day-excluded"
  | "invoice-forgets-late-fee";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
