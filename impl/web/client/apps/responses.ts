/** The page beside responses: how many there are, the latest as a table, and charts. */
import type { GetResponsesOutput } from "../../../../generated/types.ts";
import { element, startPage } from "./page.ts";

startPage<GetResponsesOutput>((result, page) => {
  if (page.isRefused(result) || result.structuredContent === undefined) return;
  const { responses = [], total_count = 0 } = result.structuredContent;
  const { say, show, view } = page;
  if (responses.length === 0) return show(element("p", { class: "empty" }, say("none")));
  show(
    element("h1", {}, say("latest", { count: responses.length, total: total_count })),
    view(result) ?? element("p", { class: "soft" }, say("no_chart")),
  );
});
