/** Reads the questions of a page from the document. */

/** The elements of one question. */
export interface Question {
  readonly element: HTMLElement;
  readonly id: string;
  /** The kind of its answer. */
  readonly kind: string;
}

export function questions(form: HTMLFormElement): Question[] {
  return [...form.querySelectorAll<HTMLElement>("[data-field]")].map((element) => ({
    element,
    id: element.dataset.field ?? "",
    kind: element.dataset.kind ?? "",
  }));
}

/** Reads the present values of a question: texts and numbers as typed, ids of the selected choices. */
export function readValues({ element }: Question): string[] {
  const inputs = element.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    "input:not(.other, [type=range]), select, textarea",
  );
  const values: string[] = [];
  for (const input of inputs) {
    const isBox = input instanceof HTMLInputElement && /^(radio|checkbox)$/.test(input.type);
    if (
      isBox
        ? input.checked && input.name.startsWith("x.") === false
        : input.type !== "file" && input.value.trim()
    )
      values.push(input.value.trim());
  }
  return values;
}

/** Counts the files of a question, including uploads in progress and a signature that is still to be drawn. */
export function fileCount({ element }: Question): number {
  const chosen = element.querySelector<HTMLInputElement>("input[type=file]")?.files?.length ?? 0;
  const count = element.querySelectorAll(".file-row:not([hidden], .failed)").length + chosen;
  return count || Number(element.ariaBusy === "true");
}

/** Returns whether uploads are in progress, each of which has a progress bar until it ends, or a signature is still to be drawn. */
export function isUploading(form: HTMLFormElement): boolean {
  return form.querySelector(".file-row progress, [aria-busy=true]") !== null;
}
