/** The page beside responses: how many there are, the latest as a table, and charts. */
import type { GetResponsesOutput } from "../../../../generated/types.ts";
import type { ToolResult } from "./bridge.ts";
import { element, type Page, startPage } from "./page.ts";

startPage<GetResponsesOutput>((result, page) => {
  if (page.isRefused(result) || result.structuredContent === undefined) return;
  const { responses = [], total_count = 0 } = result.structuredContent;
  page.show(...(responses.length === 0 ? none(page) : some(responses.length, total_count, result, page)));
});

function none({ say }: Page<GetResponsesOutput>): Node[] {
  return [element("p", { class: "empty" }, say("none"))];
}

function some(
  count: number,
  total: number,
  result: ToolResult<GetResponsesOutput>,
  { say, view }: Page<GetResponsesOutput>,
): Node[] {
  return [
    element("h1", {}, say("latest", { count, total })),
    view(result) ?? element("p", { class: "soft" }, say("no_chart")),
  ];
}
