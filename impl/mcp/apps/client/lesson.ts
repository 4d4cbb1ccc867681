/** The page for a lesson: its progress, its failures, and then its sections, one at a time. */
import type { GetLessonGenerationStatusOutput } from "../../../../generated/types.ts";
import type { ToolResult } from "./bridge.ts";
import { button, element, type Page, startPage } from "./page.ts";

type Known = GetLessonGenerationStatusOutput;

startPage<Known>(draw);

function draw(result: ToolResult<Known>, page: Page<Known>): void {
  const { say } = page;
  if (page.isRefused(result) || result.structuredContent === undefined) return;
  const {
    status = "queued",
    progress,
    images = [],
    credits,
    warnings = [],
    poll_after_seconds = 0,
  } = result.structuredContent;
  const pictures = images.filter((image) => image.status === "completed").length;
  const charged = progress?.percent === 100 ? credits?.charged : undefined;
  const items = warnings.map(({ message }) => element("li", {}, message));
  const facts = [
    element("span", { class: "badge" }, say(status)),
    charged === undefined ? undefined : element("span", {}, say("credits", { count: charged })),
  ];
  const view = page.view(result);
  const left = Number(view?.querySelector<HTMLElement>("[data-left]")?.dataset.left ?? 0);
  page.show(
    element(
      "header",
      { class: "head" },
      element("div", { class: "facts" }, ...facts),
      bar(page, progress?.percent),
    ),
    items.length > 0 ? element("ul", { class: "notice" }, ...items) : undefined,
    view,
    view && showSection(page, view),
    left > 0 ? element("p", { class: "soft" }, say("more_sections", { count: left })) : undefined,
    pictures > 0 ? element("p", { class: "soft" }, say("pictures", { count: pictures })) : undefined,
  );
  if (poll_after_seconds > 0 && page.host.can("serverTools")) poll(page, poll_after_seconds);
}

function bar({ say }: Page<Known>, percent = 0): HTMLElement | undefined {
  if (percent === 100) return undefined;
  const label = say("progress", { percent });
  const values = { max: "100", value: String(percent), "aria-label": label };
  return element("p", { class: "bar" }, element("progress", values), element("span", {}, label));
}

/** The index of the shown section, which stays when the page is drawn again. */
let current = 0;

/** Shows one section of the view, and returns the buttons that go to the others. */
function showSection({ say }: Page<Known>, view: HTMLElement): HTMLElement | undefined {
  const all = [...view.querySelectorAll("section")];
  if (all.length < 2) return undefined;
  const place = element("span");
  const back = button(say("back"), "quiet", () => go(current - 1));
  const next = button(say("next"), "quiet", () => go(current + 1));
  go(current);
  return element("nav", { class: "facts" }, back, next, place);

  function go(to: number): void {
    current = to;
    for (const [at, section] of all.entries()) section.hidden = at !== to;
    place.textContent = say("section", { number: to + 1, count: all.length });
    back.hidden = to === 0;
    next.hidden = to === all.length - 1;
    // The buttons may have disappeared. This has no effect before the view is in the page.
    all[to]?.querySelector("h2")?.focus();
  }
}

let timer = 0;

function poll(page: Page<Known>, seconds: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(async () => {
    const result = await page.call("service_get_lesson_generation_status", page.input);
    if (result) draw(result, page);
  }, 1_000 * seconds);
}
