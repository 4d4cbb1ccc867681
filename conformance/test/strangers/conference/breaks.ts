/** Ten mistakes that the developers of the conference could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "seat-stays-taken"
  | "accept-lapsed-offer"
  | "around-not-seen"
  | "email-in-list"
  | "first-tag-only"
  | "copy-shares-reviews"
  | "conflict-after-change"
  | "copies-of-others"
  | "last-day-missing"
  | "newest-is-offered";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
