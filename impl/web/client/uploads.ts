/**
 * Uploads files as soon as they are chosen or dropped. The script that does it is loaded when the respondent opens the list of
 * files; without it, the browser sends the files with the form.
 */
import { create } from "./create.ts";
import { isUploading } from "./form/fields.ts";
import { focusInput, reportChange } from "./form/file-input.ts";
import type { Words } from "./on-demand/upload-file.ts";

const page = document.querySelector<HTMLFormElement>("#form");
if (page) uploadAtOnce(page);

function uploadAtOnce(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLElement>("[data-upload]")) makeDropZone(form, box);
  form.addEventListener("change", removeFile);
  // The page was refused, so the files that it removes still exist.
  for (const box of form.querySelectorAll<HTMLInputElement>(".file-remove :checked"))
    box.closest<HTMLElement>(".file-row")!.hidden = true;
  form.addEventListener("input", () => markFull(form));
  markFull(form);
}

/** Hides the upload of questions that have the maximum number of files. Its focus moves to the button of the last file. */
function markFull(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLElement>("[data-upload]")) {
    const rows = [...box.querySelectorAll(".file-row:not([hidden], .failed)")];
    const isFull = rows.length >= Number(box.dataset.max);
    if (isFull && box.querySelector(".drop :focus"))
      rows.at(-1)!.querySelector<HTMLElement>("button, input")?.focus();
    box.classList.toggle("full", isFull);
  }
}

/** Turns the input of a question into a zone for files. */
function makeDropZone(form: HTMLFormElement, box: HTMLElement): void {
  const question = box.closest<HTMLElement>("[data-field]")!;
  const input = box.querySelector<HTMLInputElement>("input[type=file]")!;
  const button = create("span", {
    className: "drop-button",
    textContent: box.dataset.choose ?? "",
    ariaHidden: "true",
  });
  const zone = create("div", { className: "drop" }, button);
  const load = () => import("./on-demand/upload-file.ts").catch(() => undefined);
  let waiting: readonly File[] = [];
  keepFocus(input, () => {
    input.replaceWith(zone);
    zone.append(input);
  });
  for (const type of ["dragenter", "dragleave", "drop"])
    zone.addEventListener(type, () => zone.classList.toggle("over", type === "dragenter"));
  for (const type of ["click", "dragenter"]) zone.addEventListener(type, load);
  input.addEventListener("change", (event) => {
    event.stopPropagation();
    void takeChosen();
  });
  // Files that were chosen before this script came would no longer be seen.
  void takeChosen();

  /** Uploads the chosen files. They stay in the input until the script for it is there, so the form can be sent with them. */
  async function takeChosen(): Promise<void> {
    const files = new DataTransfer();
    for (const file of [...waiting, ...input.files!]) files.items.add(file);
    if (files.files.length === 0) return;
    input.files = files.files;
    waiting = [...files.files];
    reportChange(question);
    const script = await load();
    // The form is being sent with the files of the input.
    if (waiting.length === 0 || (form.ariaBusy === "true" && !isUploading(form))) return;
    const taken = waiting;
    waiting = [];
    if (script === undefined) return keepFocus(input, () => zone.replaceWith(input));
    input.value = "";
    for (const file of taken) void script.uploadFile(form, question, file, box.dataset as Words);
    reportChange(question);
  }
}

/** Moves an input in the document, which would lose the focus. */
function keepFocus(input: HTMLElement, move: () => void): void {
  const isFocused = input.matches(":focus");
  move();
  if (isFocused) input.focus();
}

/** Hides a file that is removed. Its checkbox stays ticked for the server. */
function removeFile({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && target.name.startsWith("x."))) return;
  const row = target.closest<HTMLElement>(".file-row")!;
  const question = row.closest<HTMLElement>("[data-field]")!;
  row.hidden = target.checked;
  focusInput(question);
}
