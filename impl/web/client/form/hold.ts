/** The script of pages with places that are held until a response is confirmed: counts the time down. */

/** The time between two looks at the clock. */
const TICK_MS = 5_000;

const held = document.querySelector<HTMLElement>("[data-left]");
if (held) countDown(held);

/** Keeps the time that is left current; at its end, the part behind it takes its place. */
function countDown(held: HTMLElement): void {
  const line = held.querySelector("p")!;
  const end = Date.now() + Number(held.dataset.left) * 1000;
  const text = line.textContent ?? "";
  const written = format(Math.ceil(Number(held.dataset.left) / 60));
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
    held.hidden = true;
    (held.nextElementSibling as HTMLElement).hidden = false;
  }
}

/** Writes minutes as the service does. Where the browser does not have the language, nothing is replaced. */
function format(minutes: number): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
}

export {};
