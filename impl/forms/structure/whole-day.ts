/** Tells whether a time of a calendar event is a whole day, without a time of day. The editor in the browser asks, too. */
export function isWholeDay(time: string): boolean {
  return !time.includes("T");
}
