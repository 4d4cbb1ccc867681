/** Replaces this page with the page that the service answered, as browsers do after they send a form. */

export function showDocument(text: string): void {
  const { documentElement: root } = document;
  // Browsers run a module once for each address, so scripts get a new address with each page.
  const count = Number(root.dataset.shown ?? 0) + 1;
  const page = text
    .replaceAll(/(<script type="module" src="[^"#]+)"/g, `$1#${count}"`)
    .replace("<html", `<html data-shown="${count}"`);
  document.open();
  document.write(page);
  document.close();
  scrollTo(0, 0);
}
