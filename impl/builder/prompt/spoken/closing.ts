/** Parts two reasons to close a form: "closes on 1 May 2027 or after 500 runners" -> one sentence each. */

const DATE =
  "(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?\\p{L}{3,9} \\d{4}|\\p{L}{3,9} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})";
const COUNT =
  "(\\d{1,6}) \\p{L}{3,20}(?: (?:have|are|were)? ?(?:in|signed up|registered|reached|taken|booked))?";
const CLOSES =
  "(?:(?:registrations?|sign-?ups?|it|the form|bookings?|entries|the list|please) (?:should |must |will |shall )?)?(?:close|closes|closed|closing|stop|stops|end|ends|shut|shuts)(?: the form| it| registrations?| the list| taking \\p{L}+)?";
const JOINT = ",? or (?:else )?(?:earlier )?";
const AT = "(?:at|after|on|when|with|once|by|from|as soon as)(?: we have| there are)?";

const DATE_FIRST = new RegExp(
  `^${CLOSES} ${AT} (${DATE})${JOINT}(?:${AT} )?${COUNT}(?:,? whichever [^.;]{3,40})?[.!]?$`,
  "iu",
);
const COUNT_FIRST = new RegExp(
  `^${CLOSES} ${AT} ${COUNT}${JOINT}(?:${AT} )?(${DATE})(?:,? whichever [^.;]{3,40})?[.!]?$`,
  "iu",
);

export function withClosing(sentence: string): string {
  const [, date, after] = DATE_FIRST.exec(sentence) ?? [];
  const [, count = after, day = date] = COUNT_FIRST.exec(sentence) ?? [];
  if (count === undefined || day === undefined) return sentence;
  const plain = day.replace(/(?<=\d)(?:st|nd|rd|th)(?: of)?/iu, "");
  return `Close after ${count} responses. Close on ${plain}.`;
}
