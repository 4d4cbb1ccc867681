import { checkOnSubmit } from "./checks.ts";
import { watchConditions } from "./conditions.ts";
import { tellHeight } from "./frame.ts";

// The page works without any of this: the server checks, shows and stores everything by itself.
const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  watchConditions(form);
  checkOnSubmit(form);
  // Few forms have these.
  if (form.querySelector("[data-ranking]")) (await import("./ranking.ts")).sortRankings(form);
  if (form.dataset.live) (await import("./mentions.ts")).updateMentions(form);
  if (form.querySelector("[data-upload]")) (await import("./uploads.ts")).uploadAtOnce(form);
  if (form.querySelector("[data-sign]")) (await import("./signature.ts")).offerSignatures(form);
}
closeMenus();
tellHeight();

/** A click beside a menu, or Escape, closes it; whoever was in it is back at its button. */
function closeMenus(): void {
  const close = () => {
    const menu = document.querySelector<HTMLDetailsElement>("details.languages[open]");
    if (menu?.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
  };
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("details.languages"))) close();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}
