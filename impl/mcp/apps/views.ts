/** Adds views to the results of tools for the pages of MCP Apps: pieces of HTML, by language. The model does not see them. */
import { withContent } from "@toolwright/runtime";
import type { Language } from "../../../generated/types.ts";
import type { Html } from "../../platform/html.ts";

/** Views by language. The first one is for all other languages. */
export type Views = readonly (readonly [language: Language, view: Html])[];

const KEY = "service-mcp/views";

/** Adds views to the output of a tool. The text of the result does not change. */
export function withViews<Output extends object>(output: Output, views: Views): Output {
  return withContent(output, undefined, {
    [KEY]: Object.fromEntries(views.map(([language, view]) => [language, view.toString()])),
  });
}
