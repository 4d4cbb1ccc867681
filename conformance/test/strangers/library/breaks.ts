/** Ten mistakes that this library's developers could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "six-loans"
  | "third-renewal"
  | "renew-despite-queue"
  | "return-skips-queue"
  | "last-comes-first"
  | "fine-for-whole-days"
  | "lapsed-hold-keeps-copy"
  | "email-in-list"
  | "withdrawn-still-counts"
  | "lend-to-other-library";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
