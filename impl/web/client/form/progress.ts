/** Reports when the visitor begins, and the question that the visitor has reached when the page is left. The service only counts. */

/** Senders that are quicker than people are not counted, so the first report waits. */
const DELAY_MS = 2_000;
const QUESTION = "[data-field]";

export function reportProgress(form: HTMLFormElement): void {
  if (!("counted" in form.dataset)) return;
  let [at, reported, hasBegun] = ["", "", false];
  const value = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
  const report = () => {
    // A page that is being sent is counted when it arrives.
    if (!hasBegun || at === reported || form.ariaBusy === "true") return;
    reported = at;
    const body = new URLSearchParams({ ticket: value("ticket"), lang: value("lang"), at });
    navigator.sendBeacon(form.action.replace("?", "/progress?"), body);
  };
  const note = ({ target }: Event) => {
    const element = target as HTMLElement;
    const question = element.closest<HTMLElement>(QUESTION) ?? element.querySelector<HTMLElement>(QUESTION);
    if (question) at = question.querySelector("[name=address]") ? "+address" : question.dataset.field!;
  };
  form.addEventListener("focusin", note);
  form.addEventListener("input", (event) => {
    // The script of numbers sends such an event.
    if (event.target === form) return;
    note(event);
    if (!hasBegun) setTimeout(report, DELAY_MS);
    hasBegun = true;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) report();
  });
}
