/** Mistakes that a developer of the summit's server could make. The variable `BREAK` names the one that the server has. */
const breaks = [
  /** A part of a day counts as a whole one for refunds. */
  "refund-rounds-days-up",
  /** Refunds are a share of the list price, not of what was paid. */
  "refund-of-list-price",
  /** The place on the waiting list with the first id moves up, not the oldest one. */
  "waiting-by-id",
  /** One place moves up in a call, however many seats got free. */
  "one-moves-up",
  /** A cancelled attendee keeps the seats in sessions. */
  "cancelled-keeps-seats",
  /** A voucher can be used once more than it says. */
  "voucher-one-more",
  /** Moving a session looks for others in the room that it leaves. */
  "move-checks-old-room",
  /** A session that is moved by a part of its time is in its own way. */
  "move-clashes-with-itself",
  /** A session cannot begin when another one ends. */
  "end-is-inclusive",
  /** The list of sessions searches its page, not all sessions. */
  "search-after-page",
  /** The filters for times compare texts, whatever their zones are. */
  "filter-compares-texts",
] as const;

export const isBroken = (name: (typeof breaks)[number]): boolean => process.env.BREAK === name;
