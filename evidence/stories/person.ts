/** A person in front of a browser, who finds everything by the names on the page. Every step is counted. */
import type { Locator, Page, Response } from "playwright-core";
import { focusByKeys, tickByKeys } from "./keyboard.ts";

export interface Steps {
  /** Pages that the browser opened. */
  readonly pages: number;
  /** Buttons, links, boxes and parts that open, each time they were clicked. */
  readonly clicks: number;
  /** Texts that were written, and menus in which something was chosen. */
  readonly fields: number;
}

/** The whole name of a control, or a pattern for it. */
type Name = string | RegExp;

/** Runs on every page that opens, before the first step on it. */
export type Look = (page: Page) => Promise<void>;

interface Habits {
  /** Comes to every control by the Tab key, and never uses a mouse or a finger. */
  readonly usesKeyboard: boolean;
  readonly look: Look;
}

export class Person {
  readonly page: Page;
  readonly #habits: Habits;
  readonly #whole: Locator;
  #steps: Steps = { pages: 0, clicks: 0, fields: 0 };
  #isNewPage = false;

  constructor(page: Page, habits: Habits) {
    this.page = page;
    this.#habits = habits;
    this.#whole = page.locator("body");
    page.on("response", (response) => {
      if (!isPage(page, response)) return;
      this.#count("pages");
      this.#isNewPage = true;
    });
  }

  get steps(): Steps {
    return this.#steps;
  }

  async opens(address: string): Promise<void> {
    await this.page.goto(address);
  }

  follows(link: Name, place = this.#whole): Promise<void> {
    return this.#click(place.getByRole("link", { name: link, exact: true }));
  }

  presses(button: Name, place = this.#whole): Promise<void> {
    return this.#click(place.getByRole("button", { name: button, exact: true }));
  }

  /** Opens a part of the page. */
  unfolds(summary: string, place = this.#whole): Promise<void> {
    const text = this.page.getByText(summary, { exact: true });
    const summaries = place.locator("summary");
    return this.#click(summaries.and(text).or(summaries.filter({ has: text })));
  }

  async ticks(box: Name, place = this.#whole): Promise<void> {
    const input = place.getByRole("checkbox", { name: box, exact: true });
    await this.#turnTo(input, "clicks");
    await (this.#habits.usesKeyboard ? this.page.keyboard.press("Space") : input.check());
  }

  /** Clicks an answer to a question of a form. */
  async picks(question: string, answer: Name): Promise<void> {
    const group = this.#whole.getByRole("group", { name: question });
    const text = group.getByText(answer, { exact: true });
    await this.#arriveAt(text, "clicks");
    if (!this.#habits.usesKeyboard) return text.click();
    const label = group.locator("label").filter({ has: this.page.getByText(answer, { exact: true }) });
    await tickByKeys(group, label.locator("input"));
  }

  /** Ticks a point of a scale, or a cell in the row of a table. */
  async marks(place: Locator, name: Name): Promise<void> {
    const input = place.getByRole("radio", { name, exact: true });
    const label = place.locator("label").filter({ has: this.page.getByRole("radio", { name, exact: true }) });
    await this.#arriveAt(label, "clicks");
    if (!this.#habits.usesKeyboard) return label.click();
    await tickByKeys(place, input);
  }

  async fills(label: string, text: string, place = this.#whole): Promise<void> {
    const field = this.#field(label, "input, textarea", place);
    await this.#turnTo(field, "fields");
    await field.fill(text);
  }

  /** Writes where the cursor is, and ends with Enter. */
  async writes(text: string): Promise<void> {
    this.#count("fields");
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }

  /** Chooses a file on the computer. The dialog for that is the browser's, so it is one field. */
  async attaches(label: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const input = this.#whole.getByLabel(label);
    await this.#arriveAt(input, "fields");
    await input.setInputFiles(file);
  }

  /** Chooses an entry of a menu. */
  async chooses(label: string, entry: string, place = this.#whole): Promise<void> {
    const field = this.#field(label, "select", place);
    await this.#turnTo(field, "fields");
    await field.selectOption({ label: entry });
  }

  /** Waits until the page shows a text. */
  async sees(text: Name, place = this.#whole): Promise<void> {
    await place.getByText(text).filter({ visible: true }).first().waitFor();
  }

  #field(label: string, element: string, place: Locator): Locator {
    return place.getByLabel(label, { exact: true }).and(this.page.locator(element)).filter({ visible: true });
  }

  async #click(control: Locator): Promise<void> {
    await this.#turnTo(control, "clicks");
    await (this.#habits.usesKeyboard ? this.page.keyboard.press("Enter") : control.click());
  }

  /** Looks at a new page, counts the step, and focuses the control if the person uses the keyboard. */
  async #turnTo(control: Locator, kind: keyof Steps): Promise<void> {
    await this.#arriveAt(control, kind);
    if (this.#habits.usesKeyboard) await focusByKeys(control);
  }

  async #arriveAt(control: Locator, kind: keyof Steps): Promise<void> {
    await control.waitFor();
    if (this.#isNewPage) {
      this.#isNewPage = false;
      await this.page.waitForLoadState();
      await this.#habits.look(this.page);
    }
    this.#count(kind);
  }

  #count(kind: keyof Steps): void {
    this.#steps = { ...this.#steps, [kind]: this.#steps[kind] + 1 };
  }
}

/** Whether a response is a page in the window: no redirection, file or frame. */
function isPage(page: Page, response: Response): boolean {
  if (!response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return false;
  const isRedirection = response.status() >= 300 && response.status() < 400;
  return !isRedirection && (response.headers()["content-type"] ?? "").startsWith("text/html");
}
