/** Messages for problems with answers. */
import type { Problem } from "../../answers/problem.ts";
import { extensionNames } from "../../forms/fields/parts/extension-names.ts";
import type { Translation } from "../../texts/translate.ts";

/** The message for a problem, in the respondent's language. */
export function problemText(t: Translation, problem: Problem): string {
  switch (problem.code) {
    case "pattern":
      return problem.message ? t.of(problem.message) : t.say("pattern");
    case "min_length":
    case "max_length":
    case "min_selections":
    case "max_selections":
    case "max_files":
      return t.say(problem.code, { count: problem.count });
    case "max_file_size":
    case "files_total":
      return t.say(problem.code, { size: problem.count });
    case "too_many":
      return t.say("too_many_text", { count: problem.count });
    case "number_min":
    case "number_max":
    case "number_step":
      return t.say(problem.code, { number: problem.number });
    case "date_min":
      return t.say("not_before", { date: t.date(problem.date) });
    case "date_max":
      return t.say("not_after", { date: t.date(problem.date) });
    case "datetime_min":
      return t.say("not_before", { date: t.datetime(problem.date) });
    case "datetime_max":
      return t.say("not_after", { date: t.datetime(problem.date) });
    case "time_min":
      return t.say("not_before", { date: problem.time });
    case "time_max":
      return t.say("not_after", { date: problem.time });
    case "email_domain":
    case "email_domain_blocked":
      return t.say(problem.code, { domains: t.anyOf(problem.domains) });
    case "choice_full":
      return t.say("choice_full_text", { choice: t.of(problem.choice) });
    case "file_type":
      return t.say("file_type", { types: extensionNames(t, problem.extensions) });
    case "other":
      return t.say("other_empty");
    default:
      return t.say(problem.code);
  }
}
