/** Sends the height of an embedded page to the page around it, so that the frame needs no scroll bar of its own. */
export function reportHeight(): void {
  if (parent === window || !document.documentElement.classList.contains("embedded")) return;
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    // Any site may frame the page. The height is no secret.
    parent.postMessage({ type: "form:height", height }, "*");
  };
  new ResizeObserver(report).observe(document.body);
  report();
}
