/** Lets users drag an item of a list to another place, by mouse and by touch. */

/** The distance from the edge of the window at which the page scrolls, in pixels. */
const EDGE = 60;

/**
 * Drags an item until the pointer that has pressed it is released.
 * @param start the event of the press
 * @param onDrop called if the order of the items has changed
 */
export function drag(list: HTMLElement, item: HTMLElement, start: PointerEvent, onDrop: () => void): void {
  const before = findItems(list);
  let isDragged = false;

  function move({ pointerId, clientY, clientX }: PointerEvent): void {
    if (pointerId !== start.pointerId) return;
    if (!isDragged && Math.hypot(clientX - start.clientX, clientY - start.clientY) < 6) return;
    isDragged = true;
    item.classList.add("dragged");
    pass(list, item, clientY);
    if (clientY < EDGE) scrollBy(0, -10);
    else if (clientY > innerHeight - EDGE) scrollBy(0, 10);
  }

  function end(event: Event): void {
    if (event instanceof PointerEvent && event.pointerId !== start.pointerId) return;
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    removeEventListener("pointermove", move);
    for (const name of ENDS) removeEventListener(name, end);
    item.classList.remove("dragged");
    if (!isDragged) return;
    if (event.type !== "pointerup") {
      list.append(...before);
      return;
    }
    // The following click would rank the item like a tap.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (findItems(list).some((other, at) => other !== before[at])) onDrop();
  }

  addEventListener("pointermove", move);
  for (const name of ENDS) addEventListener(name, end);
}

const ENDS = ["pointerup", "pointercancel", "keydown"] as const;

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function findItems(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("li")];
}

/** Moves the neighbours that the pointer has passed. The dragged item stays in the document: a touch ends if its element moves. */
function pass(list: HTMLElement, item: HTMLElement, y: number): void {
  const middle = (other: Element) => {
    const { top, height } = other.getBoundingClientRect();
    return top + height / 2;
  };
  for (const other of findItems(list).slice(0, findItems(list).indexOf(item)).reverse()) {
    if (y >= middle(other)) break;
    item.after(other);
  }
  for (const other of findItems(list).slice(findItems(list).indexOf(item) + 1)) {
    if (y <= middle(other)) break;
    item.before(other);
  }
}
