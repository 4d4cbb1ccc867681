/**
 * The script of every embedded page. It sends its height to the page around it, so the frame needs no scroll bar; its background, for
 * a dialog around the frame; and that Escape was pressed, which browsers do not pass on to the dialog.
 */

function report(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  const background = getComputedStyle(document.documentElement).backgroundColor;
  // Any site may frame the page, and how it looks is not secret.
  parent.postMessage({ type: "form:height", height, background }, "*");
}

function reportEscape({ key }: KeyboardEvent): void {
  // Escape first closes an open menu of the form itself.
  if (key === "Escape" && !document.querySelector("details.menu[open]"))
    parent.postMessage({ type: "form:escape" }, "*");
}

if (parent !== window) {
  new ResizeObserver(report).observe(document.body);
  report();
  addEventListener("keydown", reportEscape, { capture: true });
}
