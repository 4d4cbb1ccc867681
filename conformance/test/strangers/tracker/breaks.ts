/** Mistakes that the developers of this tracker could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "begun-blocker-is-no-blocker"
  | "long-circle"
  | "copy-shares-labels"
  | "ended-sprint-keeps-issues"
  | "edit-extends-window"
  | "planned-sprints-not-counted"
  | "former-member-assigned"
  | "dropped-points-are-done"
  | "blocker-of-other-workspace"
  | "bulk-checks-first-project"
  | "frozen-works"
  | "frozen-copies"
  | "frozen-is-not-found"
  | "frozen-comment-stays"
  | "frozen-searches-nothing";

export const isBroken = (mistake: Mistake): boolean => process.env.BREAK === mistake;
