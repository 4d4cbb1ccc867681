/** The days of the week, by their names in the language of the prompt and in English. */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";

/** The names of the days in a language and in English, long and short, from Sunday to Saturday and again. */
export function weekdayNames(language: string): string[] {
  return [language, "en"]
    .flatMap((one) =>
      (["long", "short"] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(one, { weekday, timeZone: "UTC" });
        return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 4 + day)));
      }),
    )
    .map((name) => name.replace(/\.$/, ""));
}

/** "mon-fri" -> "Monday", ..., "Friday" in the words of the language; undefined: the text is no range of days. */
export function weekdaysFromTo(text: string, { languages, words }: Grammar): string[] | undefined {
  const [, first = "", last = ""] =
    /^(\p{L}{2,12})\.?(?: ?[-–] ?| \p{L}{1,7} )(\p{L}{2,12})\.?$/u.exec(text.trim()) ?? [];
  if (first === "" || !isRange(text, words.range)) return undefined;
  const names = weekdayNames(languages[0]!);
  const index = (name: string) => names.findIndex((one) => fold(one) === fold(name));
  const [from, to] = [index(first), index(last)];
  if (from < 0 || to < 0) return undefined;
  const days = ((to % 7) - (from % 7) + 7) % 7;
  // The names of a language begin with its long ones, those of English are the second half.
  const long = from < 14 ? 0 : 14;
  return days === 0
    ? undefined
    : Array.from({ length: days + 1 }, (_, day) => names[long + (((from % 7) + day) % 7)]!);
}

/** Whether a dash or a word such as "to" stands between the days. */
function isRange(text: string, words: string): boolean {
  return (
    /[-–]/.test(text) ||
    words.split(",").some((word) => word.trim() !== "" && fold(text).includes(` ${fold(word.trim())} `))
  );
}

const days = new Map<string, ReadonlySet<string>>();

function daysOf(language: string): ReadonlySet<string> {
  let known = days.get(language);
  if (!known) {
    known = new Set(weekdayNames(language).map(fold));
    days.set(language, known);
  }
  return known;
}

/** "mon tue wed" -> "mon, tue, wed": at least three in a row; fewer may be part of a sentence. */
export function separateWeekdays(line: string, { languages }: Grammar): string {
  const known = daysOf(languages[0]!);
  const words = line.split(" ");
  const isDay = (word: string | undefined) => word !== undefined && known.has(fold(word.replace(/\.$/, "")));
  return words
    .map((word, index) => {
      const inRun =
        isDay(word) && isDay(words[index + 1]) && (isDay(words[index - 1]) || isDay(words[index + 2]));
      return inRun ? `${word.replace(/\.$/, "")},` : word;
    })
    .join(" ");
}
