/** The columns of a spreadsheet that people open: what they look for first, and in their words. */
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { toLocalSeconds, writeZoneName } from "../../texts/time-zone.ts";
import { languageName } from "../../texts/translate.ts";
import type { Column, ResponseColumn } from "./columns.ts";

const FIRST: readonly ResponseColumn[] = ["submitted_at", "respondent_email"];
const LAST: readonly ResponseColumn[] = ["verified_at", "status", "language", "form_version", "response_id"];

/** Orders the columns of an export and names them by their labels alone. Equal labels get the id behind them. */
export function peopleColumns(columns: readonly Column[], t: OwnerTranslation): readonly Column[] {
  const own = (names: readonly ResponseColumn[]) =>
    names.flatMap((name) => columns.filter((column) => column.own === name));
  const answers = columns.filter((column) => column.own === undefined);
  const ordered = [...own(FIRST), ...answers, ...own(LAST)].map((column) => inWords(column, t));
  const labels = Map.groupBy(ordered, ({ label }) => label);
  return ordered.map((column) =>
    labels.get(column.label)!.length === 1 ? { ...column, header: column.label } : column,
  );
}

function inWords(column: Column, t: OwnerTranslation): Column {
  const { own } = column;
  if (own === undefined) return column;
  switch (own) {
    case "status":
      return named(column, t.say("responses_shown"), ({ status }) => t.say(`response_${status}`));
    case "language":
      return named(column, t.say("response_language"), ({ language }) => languageName(language));
    case "submitted_at":
      return timed(column, t, "responses_sheet_submitted", ({ submitted_at }) => submitted_at);
    case "verified_at":
      return timed(column, t, "responses_sheet_verified", ({ verified_at }) => verified_at);
    case "respondent_email":
      return named(column, t.say("responses_who"));
    case "form_version":
      return named(column, t.say("responses_sheet_version"));
    case "response_id":
      return named(column, t.say("responses_sheet_id"));
  }
}

/** Writes times in the zone of the account, which the head names: cells of a spreadsheet have none. */
function timed(
  column: Column,
  { say, zone }: OwnerTranslation,
  head: "responses_sheet_submitted" | "responses_sheet_verified",
  time: (response: Parameters<Column["cell"]>[0]) => string | null,
): Column {
  return named(column, say(head, { zone: writeZoneName(zone) }), (response) => {
    const iso = time(response);
    return iso === null ? undefined : toLocalSeconds(iso, zone);
  });
}

function named(column: Column, label: string, cell: Column["cell"] = column.cell): Column {
  return { ...column, label, header: `${label} [${column.own}]`, cell };
}
