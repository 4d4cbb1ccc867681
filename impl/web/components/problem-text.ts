/** Messages for problems with answers. */
import type { Problem } from "../../forms/answers/problem.ts";
import { extensionNames } from "../../forms/fields/parts/files.ts";
import { examplePhone } from "../../forms/fields/parts/phone-country.ts";
import type { Translation } from "../../texts/translate.ts";

/** Returns the message for a problem, in the respondent's language. */
export function problemText(t: Translation, problem: Problem): string {
  switch (problem.code) {
    case "pattern":
      return problem.message ? t.of(problem.message) : t.say("pattern");
    case "phone":
      return t.say("phone", { example: examplePhone(problem.country) });
    case "two_numbers":
      return t.say("two_numbers", { low: problem.low, high: problem.high });
    case "max_file_size":
    case "files_total":
      return t.say(problem.code, { size: problem.count });
    case "too_many":
      return t.say("too_many_text", { count: problem.count });
    case "choice_full":
      return t.say("choice_full_text", { choice: t.of(problem.choice) });
    case "file_type":
      return t.say("file_type", { types: extensionNames(t, problem.extensions) });
    case "other":
      return t.say("other_empty");
  }
  if ("count" in problem) return t.say(problem.code, { count: problem.count });
  if ("number" in problem) return t.say(problem.code, { number: problem.number });
  if ("domains" in problem) return t.say(problem.code, { domains: t.anyOf(problem.domains) });
  if (!("date" in problem || "time" in problem)) return t.say(problem.code);
  const date = "time" in problem ? problem.time : momentText(t, problem.date);
  return t.say(problem.code.endsWith("_min") ? "not_before" : "not_after", { date });
}

function momentText(t: Translation, moment: string): string {
  return moment.includes("T") ? t.datetime(moment) : t.date(moment);
}
