/** Adds a slider to the number input of a wide scale. The number is the answer, so an untouched slider gives no answer. */

for (const input of document.querySelectorAll<HTMLInputElement>("input[data-slider]")) addSlider(input);

function addSlider(input: HTMLInputElement): void {
  const { min = "", max = "", step = "", unset = "" } = input.dataset;
  const range = document.createElement("input");
  Object.assign(range, { type: "range", className: "slider", min, max, step });
  range.ariaLabel = input.labels?.[0]?.textContent?.trim() ?? "";
  const row = Object.assign(document.createElement("div"), { className: "slider-row" });
  const isFocused = document.activeElement === input;
  input.before(row);
  row.append(range, input);
  // An element that moves in the document loses the focus.
  if (isFocused) input.focus();
  show();

  range.addEventListener("input", take);
  // A click at the present position changes nothing, so the browser fires no change event.
  range.addEventListener("click", takeFirst);
  range.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      takeFirst();
    }
  });
  input.addEventListener("input", show);

  function takeFirst(): void {
    if (range.matches(".unset")) take();
  }

  function take(): void {
    input.value = range.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function show(): void {
    const number = Number(input.value.trim().replace("−", "-"));
    const isSet = input.value.trim() !== "" && number >= Number(min) && number <= Number(max);
    range.value = String(isSet ? number : (Number(min) + Number(max)) / 2);
    range.classList.toggle("unset", !isSet);
    range.setAttribute("aria-valuetext", isSet ? input.value.trim() : unset);
  }
}
