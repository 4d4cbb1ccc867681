/** Shows a page that the service has answered in the place of this one, as the browser does with a form that it sends itself. */

export function showDocument(text: string): void {
  const { documentElement: root } = document;
  // Browsers run a module once for each address, so its scripts get another one with each page.
  const count = Number(root.dataset.shown ?? 0) + 1;
  const page = text
    .replaceAll(/(<script type="module" src="[^"#]+)"/g, `$1#${count}"`)
    .replace("<html", `<html data-shown="${count}"`);
  document.open();
  document.write(page);
  document.close();
  scrollTo(0, 0);
}
