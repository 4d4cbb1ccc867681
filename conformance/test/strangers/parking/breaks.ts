/** Eleven mistakes that a team could make in parking permits; the variable `BREAK` names the one that this server has. */
const mistakes = {
  "last-day-is-free": "A permit may begin on the last day of another one of its vehicle.",
  "overlaps-in-one-zone": "Permits of a vehicle clash only if they are for the same zone.",
  "expired-keeps-place": "A permit that has expired still takes a place of its zone.",
  "revoked-stays-with-vehicle": "A revoked permit still counts as a valid one of its vehicle.",
  "vehicle-with-permit-goes": "A vehicle with a valid permit can be deregistered.",
  "appeal-a-day-late": "An appeal is accepted for one day more.",
  "paid-while-appealed": "A fine can be paid while its appeal is not decided.",
  "owes-what-is-appealed": "A resident owes a fine whose appeal is not decided.",
  "name-clears-phone": "A new name takes the telephone number away.",
  "zone-of-another-town": "A permit may be for a zone of another town.",
  "amounts-as-texts": "Fines are sorted by their amounts as texts.",
} as const;

export function has(mistake: keyof typeof mistakes): boolean {
  return process.env.BREAK === mistake;
}
