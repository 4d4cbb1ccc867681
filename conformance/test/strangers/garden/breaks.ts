/** Mistakes that a developer of this service could have made: BREAK names the one that the server makes. */

const broken = process.env.BREAK;

const breaks = {
  "offer-lasts-long": "An offer lapses a day later than it says.",
  "notice-four-weeks": "A notice runs for four weeks in place of thirty days.",
  "no-loan-after-another": "A tool cannot be booked from the minute at which another loan of it ends.",
  "cancelled-keeps-hours": "A loan that was called off keeps its hours from others.",
  "reference-per-tenancy": "The reference of a payment is only looked up in its own tenancy.",
  "swap-one-way": "A swap gives the first duty to the other member, and leaves the second one.",
  "harvest-in-tenths": "The weight that a tenancy has harvested is rounded to tenths of a kilogram.",
  "waits-with-plot": "A member who accepts a plot stays on the waiting list.",
  "until-leaves-out-last": "The list of duties leaves out those of its last day.",
  "one-place-for-all": "Signing up looks for one free place, however many members are signed up.",
  "last-part-refused": "A payment of all that is still owed is refused.",
} as const;

/** Whether the server makes this mistake. */
export function isBroken(name: keyof typeof breaks): boolean {
  return broken === name;
}
