/** Loads the scripts of rare kinds of questions only when the respondent comes near such a question. */

import { create } from "../create.ts";

/** Near is within one screen above or below what is visible. */
const NEAR = "100%";

/** Each question works without its script, so nothing waits for it. */
export function loadNearScripts(form: HTMLFormElement): void {
  const { near = "{}", shown = "" } = document.documentElement.dataset;
  const addresses = JSON.parse(near) as Record<string, string>;
  for (const question of form.querySelectorAll<HTMLElement>("[data-script]")) {
    const name = question.dataset.script!;
    const observer = new IntersectionObserver(
      (places) => {
        if (!places.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // One script serves all questions of its kind.
        if (name in addresses)
          document.head.append(create("script", { type: "module", src: `${addresses[name]}#${shown}` }));
        delete addresses[name];
      },
      { rootMargin: NEAR },
    );
    observer.observe(question);
    // Where questions are shown one at a time, a question is also near while the one before it is shown.
    const before = question.closest(".step")?.previousElementSibling;
    if (before) observer.observe(before);
  }
}
