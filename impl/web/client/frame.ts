/** Tells the page around us how tall we are, so that the frame needs no scroll bar of its own. */
export function tellHeight(): void {
  if (parent === window || !document.documentElement.classList.contains("embedded")) return;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    // Whoever frames us may know; there is nothing in it.
    parent.postMessage({ type: "form:height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}
