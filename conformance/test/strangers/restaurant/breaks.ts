/** Mistakes that a developer of the restaurant's server could make. The variable `BREAK` names the one that the server has. */
const breaks = [
  "touching-reservations-collide",
  "cancelled-holds-table",
  "deposit-from-eight",
  "notice-is-not-kept",
  "unavailable-is-sold",
  "modifiers-are-free",
  "overpaid-bill",
  "two-payments-at-once",
  "guests-of-others",
  "served-goes-back",
] as const;

export const isBroken = (name: (typeof breaks)[number]): boolean => process.env.BREAK === name;
