/** The page for responses: their number, the latest as a table, and charts. */
import type { GetResponsesOutput } from "../../../../generated/types.ts";
import { element, startPage } from "./page.ts";

startPage<GetResponsesOutput>((result, page) => {
  if (page.isRefused(result) || result.structuredContent === undefined) return;
  const { responses = [], total_count = 0 } = result.structuredContent;
  const { say, show } = page;
  if (responses.length === 0) return show(element("p", { class: "empty" }, say("none")));
  const view = page.view(result);
  const rows = view?.querySelectorAll("tbody[data-rows] tr").length ?? 0;
  show(
    element("h1", {}, say("responses", { count: total_count })),
    rows > 0 && rows < total_count
      ? element("p", { class: "soft" }, say("rows", { count: rows }))
      : undefined,
    view ?? element("p", { class: "soft" }, say("no_chart")),
  );
});
