/** Records by name, in which a tool named `constructor` has only what the record has. */

/** Returns the members of an object, each record of them without what every object inherits. */
export function withOwnNames<Members extends object>(members: Members): Members {
  const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const own = Object.entries(members).map(([name, value]) => [
    name,
    isRecord(value) ? Object.assign(Object.create(null), value) : value,
  ]);
  return Object.fromEntries(own);
}
