/** Drags items with a pointer: shows the target, and reports the drop. */

export interface Drop {
  /** Id of the dragged item. */
  readonly id: string;
  /** The list that the item is dropped on. */
  readonly list: string;
  /** Its new index among the other items. */
  readonly index: number;
}

/**
 * Makes the items inside the root draggable by their handles. A handle is `[data-drag]`, an item `[data-item]`, a list
 * `[data-list]`; items move only between lists of the same `data-group`.
 * @returns a function that removes the listeners
 */
export function draggable(root: HTMLElement, onDrop: (drop: Drop) => void): () => void {
  const line = document.createElement("div");
  line.className = "ed-drop-line";
  let stop: (() => void) | undefined;

  function start(event: PointerEvent) {
    const handle = (event.target as Element).closest<HTMLElement>("[data-drag]");
    const item = handle?.closest<HTMLElement>("[data-item]");
    const group = item?.closest<HTMLElement>("[data-list]")?.dataset.group;
    if (!handle || !item || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    item.classList.add("ed-dragged");
    let drop: Drop | undefined;

    const move = (moved: PointerEvent) => {
      drop = target(root, group, item, moved);
      showLine(drop);
      scrollNear(moved.clientY);
    };
    const end = () => {
      stop?.();
      if (drop) onDrop(drop);
    };
    const cancel = (key: KeyboardEvent) => {
      if (key.key === "Escape") stop?.();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", () => stop?.(), { once: true });
    addEventListener("keydown", cancel);
    stop = () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      removeEventListener("keydown", cancel);
      item.classList.remove("ed-dragged");
      line.remove();
      stop = undefined;
    };

    function showLine(to: Drop | undefined) {
      const list = to && root.querySelector(`[data-list="${CSS.escape(to.list)}"]`);
      if (!to || !list) return line.remove();
      const others = findItems(list as HTMLElement).filter((other) => other !== item);
      const before = others[to.index];
      if (before) before.before(line);
      else if (others.length > 0) others.at(-1)!.after(line);
      else list.append(line);
    }
  }

  root.addEventListener("pointerdown", start);
  return () => {
    stop?.();
    root.removeEventListener("pointerdown", start);
  };
}

function findItems(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-item]")].filter(
    (item) => item.closest("[data-list]") === list,
  );
}

/** Finds the list under the pointer, or the nearest one above or below it, and the index in it. */
function target(
  root: HTMLElement,
  group: string | undefined,
  item: HTMLElement,
  { clientY }: PointerEvent,
): Drop | undefined {
  const lists = [...root.querySelectorAll<HTMLElement>("[data-list]")].filter(
    (list) => list.dataset.group === group,
  );
  const distance = (list: HTMLElement) => {
    const { top, bottom } = list.getBoundingClientRect();
    return clientY < top ? top - clientY : clientY > bottom ? clientY - bottom : 0;
  };
  const list = lists.sort((a, b) => distance(a) - distance(b))[0];
  if (list === undefined) return undefined;
  const others = findItems(list).filter((other) => other !== item);
  const index = others.filter((other) => {
    const { top, height } = other.getBoundingClientRect();
    return top + height / 2 < clientY;
  }).length;
  return { id: item.dataset.item!, list: list.dataset.list!, index };
}

/** Scrolls the window while the pointer is near its upper or lower end. */
function scrollNear(y: number): void {
  const edge = 60;
  if (y < edge) scrollBy(0, -12);
  else if (y > innerHeight - edge) scrollBy(0, 12);
}
