/** The script of pages with places that are held until a response is confirmed: counts the time down. */

/** The time between two looks at the clock. */
const TICK_MS = 5_000;

const line = document.querySelector<HTMLElement>("[data-left]");
if (line) countDown(line);

/** Keeps the time that is left current; at its end, the sentence behind it takes its place. */
function countDown(line: HTMLElement): void {
  const end = Date.now() + Number(line.dataset.left) * 1000;
  const text = line.textContent ?? "";
  const written = format(Math.ceil(Number(line.dataset.left) / 60));
  const timer = setInterval(tick, TICK_MS);
  // Browsers stop timers of hidden pages.
  document.addEventListener("visibilitychange", tick);

  function tick(): void {
    const minutes = Math.ceil((end - Date.now()) / 60_000);
    if (minutes > 0) {
      line.textContent = text.replace(written, format(minutes));
      return;
    }
    clearInterval(timer);
    line.hidden = true;
    (line.nextElementSibling as HTMLElement).hidden = false;
  }
}

/** Writes minutes as the service does. Where the browser does not have the language, nothing is replaced. */
function format(minutes: number): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
}

export {};
