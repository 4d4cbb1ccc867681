/** Uploads files as soon as they are chosen or dropped, and shows the progress of each. */
import { announce } from "./announce.ts";
import { create } from "./create.ts";

const page = document.querySelector<HTMLFormElement>("#form");
if (page) uploadAtOnce(page);

type Words = Readonly<
  Record<"choose" | "uploading" | "failed" | "tooLarge" | "added" | "remove" | "megabytes", string>
>;

function uploadAtOnce(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLElement>("[data-upload]")) {
    const question = box.closest<HTMLElement>("[data-field]")!;
    makeDropZone(box, (files) => {
      for (const file of files) void sendOne(form, question, file, box.dataset as unknown as Words);
      reportChange(question);
    });
  }
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

function makeDropZone(box: HTMLElement, take: (files: readonly File[]) => void): void {
  const input = box.querySelector<HTMLInputElement>("input[type=file]")!;
  const button = create("span", {
    className: "drop-button",
    textContent: box.dataset.choose ?? "",
    ariaHidden: "true",
  });
  const zone = create("div", { className: "drop" }, button);
  const isFocused = input.matches(":focus");
  input.replaceWith(zone);
  zone.append(input);
  // An element that moves in the document loses the focus.
  if (isFocused) input.focus();
  for (const type of ["dragenter", "dragleave", "drop"])
    zone.addEventListener(type, () => zone.classList.toggle("over", type === "dragenter"));
  input.addEventListener("change", (event) => {
    event.stopPropagation();
    takeChosen();
  });
  // Files that were chosen before this script came would no longer be seen.
  takeChosen();

  function takeChosen(): void {
    const files = [...input.files!];
    input.value = "";
    if (files.length > 0) take(files);
  }
}

async function sendOne(
  form: HTMLFormElement,
  question: HTMLElement,
  file: File,
  words: Words,
): Promise<void> {
  const row = newRow(question, file, words);
  const tooLarge = file.size > Number(words.megabytes ?? 10) * 1_000_000;
  const answer = tooLarge ? { message: words.tooLarge } : await post(form, question, file, row.progress);
  if (answer.id === undefined) return row.fail(answer.message ?? words.failed.replace("{name}", file.name));
  row.finish(answer.id);
  if (row.isWanted()) announce(words.added.replace("{name}", file.name));
}

interface Answer {
  readonly id?: string;
  readonly message?: string;
}

function post(
  form: HTMLFormElement,
  question: HTMLElement,
  file: File,
  progress: HTMLProgressElement,
): Promise<Answer> {
  const body = new FormData();
  body.set("ticket", form.querySelector<HTMLInputElement>("[name=ticket]")!.value);
  body.set(`a.${question.dataset.field}`, file);
  const request = new XMLHttpRequest();
  const address = new URL(form.action);
  address.pathname += "/files";
  request.open("POST", address);
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    progress.max = total;
    progress.value = loaded;
  });
  return new Promise((resolve) => {
    // The answer is null if the request failed, or if what came is not JSON.
    request.addEventListener("loadend", () => resolve((request.response as Answer | null) ?? {}));
    request.send(body);
  });
}

/** Creates a row in the list of files, like the server's rows. */
function newRow(question: HTMLElement, file: File, words: Words) {
  const row = create("li", { className: "file-row" });
  const name = create("span", { className: "file-name", textContent: file.name });
  const size = create("span", { className: "file-size", textContent: formatSize(file.size) });
  const progress = create("progress", { ariaLabel: words.uploading.replace("{name}", file.name) });
  const drop = create("button", { type: "button", className: "link file-drop" }, removeWords());
  // The upload continues: the server may already have the file, and only its answer has the id for the removal.
  drop.addEventListener("click", () => {
    row.hidden = true;
    focusInput(question);
  });
  // A browser that cannot read the format of a picture shows nothing, since there is no other text.
  if (/^image/.test(file.type))
    row.append(create("img", { height: 40, alt: "", src: URL.createObjectURL(file) }));
  row.append(name, size, drop, progress);
  question.querySelector(".files")!.append(row);

  function removeWords(): HTMLElement {
    const text = create("span", { textContent: words.remove });
    text.append(create("span", { className: "vh", textContent: ` ${file.name}` }));
    return text;
  }

  return {
    progress,
    isWanted: () => !row.hidden,
    finish(id: string) {
      progress.remove();
      const box = create("input", {
        type: "checkbox",
        value: id,
        name: `x.${question.dataset.field}`,
        checked: Boolean(row.hidden),
      });
      const label = create("label", { className: "file-remove" }, box, removeWords());
      const isFocused = drop.matches(":focus");
      drop.replaceWith(label);
      if (isFocused) box.focus();
      reportChange(question);
    },
    fail(message: string) {
      progress.remove();
      if (row.hidden) row.remove();
      else {
        row.classList.add("failed");
        row.append(create("p", { className: "message", textContent: message, role: "alert" }));
      }
      reportChange(question);
    },
  };
}

/** Hides a file that is removed. Its checkbox stays ticked for the server. */
function removeFile({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && target.name.startsWith("x."))) return;
  const row = target.closest<HTMLElement>(".file-row")!;
  const question = row.closest<HTMLElement>("[data-field]")!;
  row.hidden = target.checked;
  focusInput(question);
}

/** Moves the focus to the file input after a file was removed. */
function focusInput(question: HTMLElement): void {
  // The event comes first: it shows the input again if the question was full.
  reportChange(question);
  question.querySelector<HTMLElement>("input[type=file]")?.focus();
}

/** Tells the rest of the page that the files of a question are others. */
function reportChange(question: HTMLElement): void {
  question.dispatchEvent(new Event("input", { bubbles: true }));
}

function formatSize(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.ceil(bytes / 1000), "kB"] : [Math.round(bytes / 100_000) / 10, "MB"];
  return `${value.toLocaleString(document.documentElement.lang)} ${unit}`;
}
