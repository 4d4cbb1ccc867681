/** Ten mistakes that a team could make in a clinic; the variable `BREAK` names the one that this server has. */
const mistakes = {
  "overlap-by-start": "Two appointments of a practitioner clash only if they start at the same minute.",
  "cancelled-blocks": "A cancelled appointment still blocks its time.",
  "no-show-at-start": "A patient counts as missing from the start of the appointment on.",
  "note-in-list": "The list of appointments shows notes to tokens without notes:read.",
  "prescribe-before-done": "A prescription can be written as soon as the patient is checked in.",
  "repeats-go-on": "A prescription whose repeats are used up can be dispensed again.",
  "expires-a-day-late": "A prescription is valid for one day more.",
  "search-by-case": "The search for patients distinguishes capital letters.",
  "summary-lags": "The summary of a day counts patients as booked who did not come.",
  "practitioner-of-others": "An appointment can be made with a practitioner of another clinic.",
} as const;

export function has(mistake: keyof typeof mistakes): boolean {
  return process.env.BREAK === mistake;
}
