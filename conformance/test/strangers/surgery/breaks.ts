/** Ten mistakes that a team could make in a surgery; the variable `BREAK` names the one that this server has. */
const mistakes = {
  "page-skips-equal-names": "A page of patients begins behind all who have the name of the last one.",
  "overlap-by-start": "Two appointments of a doctor clash only if they start at the same minute.",
  "touching-visits-clash": "An appointment clashes with one that begins when it ends.",
  "longer-visit-fits":
    "An appointment that begins before another one and ends after it clashes with nothing.",
  "one-calendar": "Appointments clash, whoever the doctors are.",
  "cancelled-keeps-time": "A cancelled appointment keeps its time.",
  "one-fill-more": "A prescription is dispensed once more than it says.",
  "last-in-line-first": "A place is offered to the patient who came to the waiting list last.",
  "no-notice": "An appointment can be cancelled until it begins.",
  "offer-never-lapses": "An offered place waits for its patient for ever.",
  "until-is-included": "A range of appointments includes those at its end.",
  "visit-after-cancel": "A cancelled appointment can be attended.",
  "export-lacks-cancelled": "The export counts no cancelled appointments.",
  "closed-at-moves": "Each look at a closed referral moves the time at which it was closed.",
} as const;

export function has(mistake: keyof typeof mistakes): boolean {
  return process.env.BREAK === mistake;
}
