/** Writes dates in which no line breaks between a day and its month, or between "at" and a time. The browser runs this very file. */

const NO_BREAK = "\u00a0";

export function writeUnbroken(format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date);
  return parts
    .map(({ type, value }, at) => {
      if (type !== "literal") return value;
      const [before, after] = [parts[at - 1]?.type, parts[at + 1]?.type];
      if (isOfDay(before) && isOfDay(after)) return value.replaceAll(" ", NO_BREAK);
      return after === "hour" ? value.replace(/(?<=\S) $/, NO_BREAK) : value;
    })
    .join("");
}

function isOfDay(type: string | undefined): boolean {
  return type === "day" || type === "month";
}
