/** Closes a modal dialog on a click beside it, in browsers that do not know `closedby`, as WebKit. */
export function closeBeside(dialog: HTMLDialogElement, close: () => void): void {
  if ("closedBy" in HTMLDialogElement.prototype) return;
  dialog.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (x < left || x > right || y < top || y > bottom)) close();
  });
}
