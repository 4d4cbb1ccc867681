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
  "refusal-draws": "A reservation that is refused since the item is taken counts against the day.",
} as const;

/** Whether the server makes this mistake. */
export function isBroken(name: keyof typeof breaks): boolean {
  return broken === name;
}
