/**
 * Lets users order a list. Without this script, they type a number beside each item. With it, they drag items, tap them to give
 * each the next place, or move them with two buttons.
 */
export function sortable(list: HTMLElement): void {
  const items = [...list.querySelectorAll<HTMLLIElement>("li")];
  // The user may be in one of the inputs, which buttons replace.
  const current = document.activeElement?.closest("li");
  const places = new Map(items.map((item) => [item, item.querySelector<HTMLInputElement>("input")!]));
  const readPlace = (item: HTMLLIElement) => Number(places.get(item)!.value) || 0;
  let ranked = items.filter((item) => readPlace(item) > 0).sort((a, b) => readPlace(a) - readPlace(b));
  /** The last item, which got its place automatically after the one before it. */
  let autoRanked: HTMLLIElement | undefined;
  for (const item of items) equip(item);
  show();
  if (current && list.contains(current)) current.querySelector("button")?.focus();
  // A drag ranks all items in their present order, because the user has seen the whole list.
  dragItems(list, () => {
    ranked = [...list.querySelectorAll<HTMLLIElement>("li")];
    report(null);
  });

  function equip(item: HTMLLIElement): void {
    const input = places.get(item)!;
    const rank = button("rank", input.ariaLabel ?? "", () => toggle(item));
    input.type = "hidden";
    item.addEventListener("click", ({ target }) => {
      if (!(target as Element).closest("button")) toggle(item);
    });
    item.prepend(rank);
    item.append(
      grip(),
      button("step-button", item.dataset.up ?? "", () => move(item, -1), "↑"),
      button("step-button", item.dataset.down ?? "", () => move(item, 1), "↓"),
    );
  }

  function toggle(item: HTMLLIElement): void {
    const isGiven = item === autoRanked;
    autoRanked = undefined;
    // A user who taps all items also taps the last one, which already has its place, so the tap must not remove it.
    if (!isGiven) place(item);
    report(item.querySelector("button"));
  }

  function place(item: HTMLLIElement): void {
    ranked = ranked.includes(item) ? ranked.filter((other) => other !== item) : [...ranked, item];
    const rest = items.filter((other) => !ranked.includes(other));
    // Only one place is left for the last choice.
    if (rest.length === 1 && ranked.includes(item)) {
      autoRanked = rest[0]!;
      ranked.push(autoRanked);
    }
  }

  function move(item: HTMLLIElement, by: -1 | 1): void {
    const at = ranked.indexOf(item);
    const to = at + by;
    if (at < 0 || to < 0 || to >= ranked.length) return;
    ranked = ranked.with(at, ranked[to]!).with(to, item);
    report(document.activeElement);
  }

  function report(focused: Element | null): void {
    show();
    (focused as HTMLElement | null)?.focus();
    list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function show(): void {
    list.append(...ranked, ...items.filter((item) => !ranked.includes(item)));
    for (const item of items) {
      const at = ranked.indexOf(item);
      const [rank, up, down] = item.querySelectorAll("button");
      places.get(item)!.value = at < 0 ? "" : String(at + 1);
      item.classList.toggle("ranked", at >= 0);
      rank!.textContent = at < 0 ? "" : String(at + 1);
      rank!.ariaPressed = String(at >= 0);
      rank!.ariaLabel = `${places.get(item)!.ariaLabel} ${at < 0 ? "" : at + 1}`.trim();
      up!.hidden = at < 0;
      down!.hidden = at < 0;
      up!.ariaDisabled = String(at === 0);
      down!.ariaDisabled = String(at === ranked.length - 1);
    }
  }
}

/** Creates the grip. It is for the pointer only: the buttons beside it do the same. */
function grip(): HTMLElement {
  const made = Object.assign(document.createElement("span"), { className: "grip", ariaHidden: "true" });
  made.dataset.grip = "";
  return made;
}

function button(className: string, label: string, act: () => void, sign = ""): HTMLButtonElement {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className, ariaLabel: label, textContent: sign });
  made.addEventListener("click", act);
  return made;
}

/**
 * Makes the items draggable: by mouse anywhere, by touch only at their grip, because elsewhere a touch scrolls the page. The
 * script that drags is loaded when a pointer comes to the list. Without it, users tap the items or press their buttons.
 * @param onDrop called when the order of the items has changed
 */
function dragItems(list: HTMLElement, onDrop: () => void): void {
  const load = () => import("./on-demand/drag-items.ts").catch(() => undefined);
  let pressed: PointerEvent | undefined;
  list.addEventListener("pointerover", load, { once: true });
  list.addEventListener("pointerdown", async (event) => {
    const target = event.target as Element;
    const item = target.closest<HTMLElement>("li");
    const isHeld = event.pointerType === "mouse" || target.closest("[data-grip]");
    if (!item || !isHeld || event.button !== 0 || target.closest("button, a, input")) return;
    // Without this, a mouse would select text, and a finger would scroll.
    event.preventDefault();
    pressed = event;
    const script = await load();
    // The pointer may be released before the script is there.
    if (pressed === event) script?.drag(list, item, event, onDrop);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      pressed = undefined;
    });
}
