/** The script of every embedded page: sends its height to the page around it, so the frame needs no scroll bar. */
function report(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  // Any site may frame the page, and the height is not secret.
  parent.postMessage({ type: "form:height", height }, "*");
}

if (parent !== window) {
  new ResizeObserver(report).observe(document.body);
  report();
}
