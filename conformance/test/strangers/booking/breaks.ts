/** Mistakes that a developer of the booking server could make. The variable `BREAK` names the one that the server has. */
const breaks = [
  "touching-slots-overlap",
  "longer-slots-overlap-nothing",
  "slots-overlap-in-all-rooms",
  "cancel-keeps-the-slot",
  "notice-is-an-hour-short",
  "booked-slot-stays-free",
  "party-is-not-counted",
  "until-is-included",
  "one-key-for-all-accounts",
  "new-guest-shows-address",
] as const;

export const isBroken = (name: (typeof breaks)[number]): boolean => process.env.BREAK === name;
