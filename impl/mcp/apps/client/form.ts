/** The page for create, get and update: the form, open checks, Publish, Edit, and a change by a click. */
import type { CreateFormOutput, GetFormOutput } from "../../../../generated/types.ts";
import type { ToolResult } from "./bridge.ts";
import { button, element, inLanguage, type Page, startPage } from "./page.ts";

/** The known data of the form: results of different tools contain different parts. */
type Known = CreateFormOutput & GetFormOutput;

/** Questions that are shown in a conversation at first. */
const FOLDED = 5;

let known: Partial<Known> = {};
let shownView: HTMLElement | undefined;
/** The words of checks in the language of the host, by their words in English. */
let checkTexts: Readonly<Record<string, string>> = {};

startPage<Known>((result, page) => draw(result, page));

/** Draws a result. @param isRead whether the page itself has read the form */
function draw(result: ToolResult<Known>, page: Page<Known>, isRead = false): void {
  const { structuredContent } = result;
  if (page.isRefused(result) || structuredContent === undefined) return;
  known = { ...known, ...(!isRead && { warnings: [] }), to_check: [], ...structuredContent };
  shownView = page.view(result) ?? shownView;
  checkTexts = { ...checkTexts, ...inLanguage<typeof checkTexts>(result, "service-mcp/warnings") };
  show(page);
  const isComplete = shownView !== undefined && known.warnings?.length === 0;
  if (!isComplete && !isRead && page.host.can("serverTools")) void read(page);
}

/** Reads the form, because a result without the structure has no view and no texts for users. */
async function read(page: Page<Known>): Promise<void> {
  const result = await page.call("service_get_form", { form_id: known.form_id, include_structure: true });
  if (result) draw(result, page, true);
}

function show(page: Page<Known>): void {
  const { say } = page;
  page.show(
    head(page),
    checks(page),
    shownView === undefined
      ? element("p", { class: "soft" }, say("no_view"))
      : element(
          "section",
          { "aria-label": say("as_seen") },
          element("p", { class: "soft" }, say("as_seen")),
          shownView,
        ),
    left(page),
  );
  offerChanges(page);
  fold(page);
}

function head(page: Page<Known>): HTMLElement {
  const { say } = page;
  const { status, urls, edit_state } = known;
  const facts = [
    element("span", { class: `badge ${status}` }, status ? say(status) : ""),
    edit_state && element("span", {}, say("responses", { count: edit_state.response_count })),
  ];
  const mayPublish = canChange(page) && (status === "draft" || status === "paused");
  const actions = element(
    "div",
    { class: "actions" },
    mayPublish ? button(say("publish"), "main", () => publish(page)) : undefined,
    urls && page.link("edit", urls.edit, "quiet"),
  );
  const title = shownView === undefined && known.title ? element("h1", {}, known.title) : undefined;
  return element("header", { class: "head" }, element("div", { class: "facts" }, ...facts), title, actions);
}

function checks({ say }: Page<Known>): HTMLElement | undefined {
  const { warnings = [], to_check: left = [] } = known;
  const codes = new Set(left.map(({ code }) => code));
  const all = [...left, ...warnings.filter(({ code }) => !codes.has(code))];
  if (all.length === 0) return undefined;
  const items = all.map(({ message }) => element("li", {}, checkTexts[message] ?? message));
  return element(
    "section",
    { class: "notice" },
    element("h2", {}, say("check")),
    element("ul", {}, ...items),
  );
}

/** Returns the number of questions that the view leaves out. */
function countLeft(): number {
  return Number(shownView?.querySelector<HTMLElement>("[data-left]")?.dataset.left ?? 0);
}

function left(page: Page<Known>): HTMLElement | undefined {
  const { say, room } = page;
  const [shown, count] = [questionsIn(shownView).length, countLeft()];
  if (!room.isWhole && shown > FOLDED)
    return button(say("show_all", { count: shown + count }), "quiet", () => showAll(page));
  return count > 0 ? element("p", { class: "soft" }, say("more", { count })) : undefined;
}

async function showAll(page: Page<Known>): Promise<void> {
  await page.showAll();
  // The button disappears, so the first hidden question gets the focus.
  const next = questionsIn(shownView)[FOLDED];
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}

function questionsIn(view: HTMLElement | undefined): HTMLElement[] {
  return [...(view?.querySelectorAll<HTMLElement>(".item[data-id]") ?? [])];
}

/** Hides all but the first questions, because a conversation has room for a few. */
function fold({ room }: Page<Known>): void {
  const last = questionsIn(shownView)[FOLDED - 1];
  let isBehind = false;
  for (const part of last?.parentElement?.children ?? []) {
    (part as HTMLElement).hidden = isBehind && !room.isWhole;
    isBehind ||= part === last;
  }
}

function canChange({ host }: Page<Known>): boolean {
  const { access, status } = known;
  return host.can("serverTools") && access !== "view" && status !== "archived";
}

/** Adds a button below each question, and a note if it depends on others. */
function offerChanges(page: Page<Known>): void {
  const { say } = page;
  for (const item of shownView?.querySelectorAll<HTMLElement>(".item") ?? []) {
    for (const old of item.querySelectorAll(".change")) old.remove();
    const { id, required, conditional } = item.dataset;
    const note = conditional === undefined ? undefined : element("span", {}, say("conditional"));
    const isRequired = required === "true";
    const label = say(isRequired ? "make_optional" : "make_required");
    const change =
      id !== undefined && canChange(page)
        ? button(label, "link", () => setRequired(page, id, !isRequired))
        : undefined;
    const question = item.querySelector(".label")?.textContent?.trim() ?? "";
    change?.setAttribute("aria-label", say("about", { action: label, question }));
    if (note || change) item.append(element("p", { class: "change" }, note, change));
  }
}

async function publish(page: Page<Known>): Promise<void> {
  await update(page, { status_action: "publish" }, "done_published", "published the form");
}

async function setRequired(page: Page<Known>, id: string, required: boolean): Promise<void> {
  const change = { operations: [{ op: "change_field", id, set: { required } }] };
  const words = `set required to ${required} for the field ${id}`;
  await update(page, change, "done_changed", words);
  document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] button.link`)?.focus();
}

/** Updates the form. @param words the user's action, for the model */
async function update(
  page: Page<Known>,
  change: object,
  done: "done_published" | "done_changed",
  words: string,
): Promise<void> {
  const { form_id, revision } = known;
  const result = await page.call("service_update_form", { form_id, expected_revision: revision, ...change });
  if (result === undefined) return;
  draw(result, page);
  page.announce(done);
  page.host.tellModel(
    `In the page beside the form ${form_id} the person ${words}. It has revision ${known.revision} now, and is ${known.status}.`,
  );
}
