/**
 * Checks the tasks of a lesson without loading the page again. The server answers with the whole page; this script replaces
 * the parts that have changed.
 */
import { keepDrafts } from "./drafts.ts";
import { closeMenus } from "./menus.ts";
import { sortable } from "./sortable.ts";

closeMenus();
keepDrafts();
equip(document);
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.closest(".task")) return;
  event.preventDefault();
  if (form.ariaBusy !== "true") void check(form, event.submitter as HTMLButtonElement | null);
});

function equip(part: ParentNode): void {
  for (const list of part.querySelectorAll<HTMLElement>("[data-ranking]")) sortable(list);
}

async function check(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const id = form.closest(".task")!.id;
  form.ariaBusy = "true";
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // The answer is another page, such as the password page: send the form as without scripts.
    if (!page.getElementById(id)) return send(form, button);
    for (const part of [id, "progress", "outcome"]) replace(part, page);
    document.title = page.title;
    const feedback = document.querySelector<HTMLElement>(`#${id} .feedback`);
    feedback?.focus({ preventScroll: true });
    feedback?.scrollIntoView({ block: "nearest" });
  } catch {
    form.ariaBusy = "false";
    report(form);
  }
}

function replace(id: string, page: Document): void {
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !fresh) return;
  const part = document.adoptNode(fresh);
  old.replaceWith(part);
  equip(part);
}

function send(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  if (button)
    form.append(
      Object.assign(document.createElement("input"), {
        type: "hidden",
        name: button.name,
        value: button.value,
      }),
    );
  form.submit();
}

/** Shows that the server was not reached. The entered answers stay. */
function report(form: HTMLFormElement): void {
  form.querySelector(".offline")?.remove();
  const message = document.createElement("p");
  Object.assign(message, { className: "message offline", role: "alert", textContent: form.dataset.offline });
  form.querySelector(".actions")?.before(message);
}
