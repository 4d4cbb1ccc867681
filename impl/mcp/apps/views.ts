/** Adds views to the results of tools for the pages of MCP Apps: pieces of HTML, by language. The model does not see them. */
import { withContent } from "@toolwright/runtime";
import type { Language, Warning } from "../../../generated/types.ts";
import type { Html } from "../../platform/html.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";
import { warningText } from "../../texts/sentences/warnings.ts";

/** Views by language. The first one is for all other languages. */
export type Views = readonly (readonly [language: Language, view: Html])[];

const KEY = "service-mcp/views";
/** The words of warnings, by language and by the message in English. */
const WARNINGS = "service-mcp/warnings";

/** Adds views to the output of a tool. The text of the result does not change. */
export function withViews<Output extends object>(
  output: Output,
  views: Views,
  warnings: readonly Warning[] = [],
): Output {
  return withContent(output, undefined, {
    [KEY]: Object.fromEntries(views.map(([language, view]) => [language, view.toString()])),
    ...(warnings.length > 0 && { [WARNINGS]: translateWarnings(warnings) }),
  });
}

/** Results have warnings in English, for agents; the page shows them in the language of its host. */
function translateWarnings(warnings: readonly Warning[]) {
  return Object.fromEntries(
    ownerLanguages.map((language) => [
      language,
      Object.fromEntries(warnings.map((warning) => [warning.message, warningText(warning, language)])),
    ]),
  );
}
