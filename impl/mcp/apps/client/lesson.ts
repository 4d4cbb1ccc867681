/** The page for a lesson: its progress, its failures, and then its sections, one at a time. */
import type { GetLessonGenerationStatusOutput } from "../../../../generated/types.ts";
import type { ToolResult } from "./bridge.ts";
import { button, element, type Page, startPage } from "./page.ts";

/** The status of a lesson, or the result of service_create_lesson, which says less. */
type Known = GetLessonGenerationStatusOutput & { readonly quote_id: string };

/** Seconds until the page asks again where the server does not say when. */
const SOON = 2;

/** The call that the page was opened for: has it no result yet, and was it cancelled? */
const call = { isOpen: false, isCancelled: false };

startPage<Known>(draw, {
  // As a task, service_create_lesson has its result when the lesson is ready. Until then, the page asks for the status itself.
  input(page) {
    call.isOpen = true;
    if (page.host.can("serverTools")) poll(page, 0);
    else page.show(heading(page), element("p", { class: "bar" }, unknownProgress(page)));
  },
  cancelled() {
    call.isOpen = false;
    call.isCancelled = true;
  },
});

function draw(result: ToolResult<Known>, page: Page<Known>): void {
  if (page.isRefused(result) || result.structuredContent === undefined) return;
  const { status = "queued", progress, poll_after_seconds = 0 } = result.structuredContent;
  if (progress === undefined) call.isOpen = false;
  const canAsk = page.host.can("serverTools");
  // The result of service_create_lesson says less than a status that is shown.
  const isShown = canAsk && document.querySelector("main > *") !== null;
  if (progress !== undefined || !isShown) showStatus(result.structuredContent, result, page);
  page.announce(describeCall(poll_after_seconds > 0));
  if (!canAsk) return;
  if (poll_after_seconds > 0) poll(page, poll_after_seconds);
  else if (progress === undefined) poll(page, 0);
  else if (call.isOpen && status === "quoted") poll(page, SOON);
}

function showStatus(known: Partial<Known>, result: ToolResult<Known>, page: Page<Known>): void {
  const { say } = page;
  const { status = "queued", progress, images = [], credits, warnings = [] } = known;
  const pictures = images.filter((image) => image.status === "completed").length;
  const charged = progress?.percent === 100 ? credits?.charged : undefined;
  const items = warnings.map(({ message }) => element("li", {}, message));
  const facts = [
    element("span", { class: `badge ${status}` }, say(status)),
    charged === undefined ? undefined : element("span", {}, say("credits", { count: charged })),
  ];
  const view = page.view(result);
  const left = Number(view?.querySelector<HTMLElement>("[data-left]")?.dataset.left ?? 0);
  page.show(
    element(
      "header",
      { class: "head" },
      element("div", { class: "facts" }, ...facts),
      view ? undefined : heading(page),
      bar(page, progress),
    ),
    items.length > 0 ? element("ul", { class: "notice" }, ...items) : undefined,
    view,
    view && showSection(page, view),
    left > 0 ? element("p", { class: "soft" }, say("more_sections", { count: left })) : undefined,
    pictures > 0 ? element("p", { class: "soft" }, say("pictures", { count: pictures })) : undefined,
  );
}

function describeCall(isAtWork: boolean): "goes_on" | "cancelled" | undefined {
  if (!call.isCancelled) return undefined;
  return isAtWork ? "goes_on" : "cancelled";
}

function heading({ say }: Page<Known>): HTMLElement {
  return element("h1", {}, say("lesson"));
}

/** A bar that moves without a value. */
function unknownProgress({ say }: Page<Known>): HTMLElement {
  return element("progress", { "aria-label": say("waiting") });
}

function bar({ say }: Page<Known>, progress: Known["progress"] | undefined): HTMLElement | undefined {
  if (progress === undefined || progress.stage === "finished") return undefined;
  const { percent, stage } = progress;
  const label = say("progress", { percent });
  const values = { max: "100", value: String(percent), "aria-label": label };
  const text = `${label}. ${say(`stage_${stage}`)}`;
  return element("p", { class: "bar" }, element("progress", values), element("span", {}, text));
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
    const { quote_id } = page.input;
    const result = await page.call("service_get_lesson_generation_status", { quote_id }, true);
    if (result) draw(result, page);
  }, 1_000 * seconds);
}
