/** Keeps the focus for users of a keyboard when the part that has it is removed, hidden or turned off. */

/** An element, and its position among the children of its parent. */
interface Place {
  readonly element: Element;
  readonly index: number;
}

/** Parts whose content takes the focus over. A whole panel is not one of them: its heading does. */
const GROUPS = ".ed-part *, .ed-outline *, .ed-history";

const CONTROLS = "input, select, textarea, button, summary, a";

/** Moves a lost focus to the part that is now in the same place of its group, else to the heading of the panel. */
export function keepFocus(): void {
  let path: readonly Place[] = [];
  addEventListener("focusin", ({ target }) => {
    path = readPath(target as Element);
  });
  const observer = new MutationObserver(() => {
    const focused = path[0]?.element;
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== null && activeElement !== document.body && activeElement !== focused;
    if (focused === undefined || isElsewhere || canFocus(focused)) return;
    const next = findNext(path) ?? findHeading();
    path = [];
    next?.focus();
  });
  const attributeFilter = ["class", "disabled", "hidden"];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
}

/** Reads the place of an element and of all that it is in, from the inside to the outside. */
function readPath(element: Element): Place[] {
  const path: Place[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    path.push({ element: one, index: [...(one.parentElement?.children ?? [])].indexOf(one) });
  return path;
}

function canFocus(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

function findNext(path: readonly Place[]): HTMLElement | undefined {
  const at = path.findIndex(({ element }) => canFocus(element));
  const group = path[at]?.element;
  const lost = path[at - 1];
  if (!group?.matches(GROUPS) || lost === undefined) return undefined;
  const next = group.children[Math.min(lost.index, group.children.length - 1)];
  const controls = next?.matches(CONTROLS) ? group.children : next?.querySelectorAll(CONTROLS);
  return ([...(controls ?? [])] as HTMLElement[]).find((one) => canFocus(one) && one.tabIndex >= 0);
}

/** Returns the heading of the panel, or its part in the list of parts if phones show that. */
function findHeading(): HTMLElement | undefined {
  const places = [".ed-panel-head h2", ".ed-outline [aria-current=true]"];
  return places.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)]).find(canFocus);
}
