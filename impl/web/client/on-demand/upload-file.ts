/** Uploads a file, and shows its progress. */
import { announce } from "../announce.ts";
import { create } from "../create.ts";
import { focusInput, reportChange } from "../form/file-input.ts";

/** The sentences about files on the page, and the largest size of one. */
export type Words = Readonly<
  Record<"uploading" | "failed" | "tooLarge" | "added" | "remove" | "megabytes", string>
>;

/** Uploads a file to a question, and adds its row. */
export async function uploadFile(
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

function formatSize(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.ceil(bytes / 1000), "kB"] : [Math.round(bytes / 100_000) / 10, "MB"];
  return `${value.toLocaleString(document.documentElement.lang)} ${unit}`;
}
