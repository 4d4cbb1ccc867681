/** A keyboard without a mouse. */
import type { ElementHandle, Locator } from "playwright-core";

/** More than any page has controls. */
const MOST_KEYS = 400;

/** Brings the focus to a control: by Tab, and in a list with one stop by the arrows as well. */
export async function focusByKeys(control: Locator): Promise<void> {
  // It is in sight and enabled, and nothing covers it, so that a mouse would reach it as well.
  await control.click({ trial: true });
  // Names are looked for once: that takes longer than a key.
  const element = (await control.elementHandle())!;
  if (await element.evaluate((one) => (one as HTMLElement).tabIndex >= 0))
    return press(control, "Tab", element);
  const stop = control.locator("xpath=ancestor::nav[1]").locator("[tabindex='0']");
  await press(stop, "Tab", (await stop.elementHandle())!);
  const isAbove = await stop.evaluate(
    (one, other) => Boolean(one.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_PRECEDING),
    element,
  );
  await press(control, isAbove ? "ArrowUp" : "ArrowDown", element);
}

/** Presses a key until an element has the focus, or another one in it. */
async function press(control: Locator, key: string, element: ElementHandle): Promise<void> {
  for (let presses = 0; presses < MOST_KEYS; presses++) {
    if (await element.evaluate((one) => (one as HTMLElement).matches(":focus-within"))) return;
    await control.page().keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${control}`);
}

/** Ticks a box, or the one of several where only one can be ticked: Tab comes to the group, and arrows to the one. */
export async function tickByKeys(group: Locator, input: Locator): Promise<void> {
  const { keyboard } = input.page();
  if ((await input.getAttribute("type")) === "checkbox") {
    await focusByKeys(input);
    return keyboard.press("Space");
  }
  await press(group, "Tab", (await group.elementHandle())!);
  await keyboard.press("Space");
  for (let left = await group.getByRole("radio").count(); left > 0; left--) {
    if (await input.isChecked()) return;
    await keyboard.press("ArrowDown");
  }
  throw new Error(`The arrows do not come to ${input}`);
}
