/** Mistakes that a developer of this service could have made: BREAK names the one that the server makes. */

const broken = process.env.BREAK;

const breaks = {
  "out-twice": "An item that is out can be reserved by another member.",
  "quota-for-all": "The reservations of a day are counted for all branches together.",
  "cancel-keeps-item": "A cancelled reservation keeps its item from others.",
  "expires-late": "A reservation lasts five minutes longer than it says.",
  "late-free": "An item that comes back late costs nothing more.",
  "fee-not-owed": "A late fee is on the hire, but the member does not owe it.",
  "extended-forever": "A hire can be extended as often as anybody likes.",
  "phone-lost": "Changing the name of a member removes the phone.",
  "false-is-absent": "The list of items takes a filter of false for one that is left out.",
  "cancelled-gives-back": "A cancelled reservation counts no longer against the day.",
  "quota-per-token": "Each token has reservations of the day for itself.",
  "long-hires-are-free": "A reservation of more than a day does not count against the day.",
  "old-revision-passes": "A member is changed although the expected revision is an old one.",
  "changes-at-once": "Of two changes with one expected revision, sent at once, both pass.",
  "same-change-counts": "A change to what a member has already gives a new revision.",
  "id-with-other-days": "A used request id with other days gives the hire that it made.",
  "page-skips-one": "The second page of items lacks the first one after the first page.",
  "refusal-draws": "A reservation that is refused since the item is taken counts against the day.",
} as const;

/** Whether the server makes this mistake. */
export function isBroken(name: keyof typeof breaks): boolean {
  return broken === name;
}
