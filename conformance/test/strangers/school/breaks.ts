/** Mistakes that a developer of the school server could make. The variable `BREAK` names the one that the server has. */
const breaks = [
  "marks-of-all-pupils",
  "average-has-one-digit",
  "pupils-who-left-count",
  "moves-into-other-schools",
  "rename-ignores-the-revision",
  "marks-for-pupils-who-left",
  "class-of-thirty-one",
  "until-is-left-out",
  "lists-show-birthdays",
  "correction-drops-the-note",
] as const;

export const isBroken = (name: (typeof breaks)[number]): boolean => process.env.BREAK === name;
