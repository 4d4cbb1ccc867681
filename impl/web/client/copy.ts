/** Buttons that copy the text beside them. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
  const text = button.parentElement?.querySelector("code")?.textContent ?? "";
  const label = button.textContent;
  if (navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}
