/** Offers the time zone of the browser: a button saves it at once. Without this script, the user finds it in the list. */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const button = document.querySelector<HTMLButtonElement>("[data-zone-offer]");
const select = button?.form?.querySelector("select");

if (button && select && zone !== undefined && select.value !== zone) {
  button.textContent = (button.textContent ?? "").replace("{zone}", zone.replaceAll("_", " "));
  button.hidden = false;
  button.addEventListener("click", () => {
    // Browsers differ in the names of a few zones.
    if (![...select.options].some(({ value }) => value === zone)) select.add(new Option(zone, zone));
    select.value = zone;
    select.form?.requestSubmit();
  });
}

export {};
