/** Eleven mistakes that the developers of the box office could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "hold-keeps-places"
  | "ninth-ticket"
  | "promo-use-lost"
  | "old-code-stays-valid"
  | "refund-without-discount"
  | "emails-in-guest-list"
  | "page-by-time-only"
  | "copy-shares-capacity"
  | "takings-with-holds"
  | "over-in-get-only"
  | "one-place-too-many";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
