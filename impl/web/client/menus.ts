/** Closes an open menu on Escape and on a click outside. If the focus was in the menu, it moves to the menu's button. */
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
