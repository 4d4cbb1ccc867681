/** A click outside the menu closes it, and so does Escape. If the focus was in the menu, it goes back to its button. */
export function closeMenus(): void {
  const close = () => {
    const menu = document.querySelector<HTMLDetailsElement>("details.menu[open]");
    if (menu?.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
  };
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("details.menu"))) close();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}
