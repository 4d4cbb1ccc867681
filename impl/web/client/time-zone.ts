/**
 * Offers the time zone of the browser: a button saves it at once. Without this script, the user finds it in the list. A hidden
 * input sends it with a sign-in.
 */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const button = document.querySelector<HTMLButtonElement>("[data-zone-offer]");
const select = button?.form?.querySelector("select");
const hidden = document.querySelector<HTMLInputElement>("input[name=time_zone]");

if (hidden && zone !== undefined) hidden.value = zone;

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
