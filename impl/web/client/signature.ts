/**
 * Lets respondents draw or type their signature, and puts it as a picture into the file input, which works without this
 * script. The script that draws is loaded when they begin with the form, so they can sign without a connection, too.
 */
import { reportChange } from "./form/file-input.ts";
import type { Pad } from "./on-demand/drawing-pad.ts";

for (const box of document.querySelectorAll<HTMLElement>("[data-sign]")) addPad(box);

function addPad(box: HTMLElement): void {
  const question = box.closest<HTMLElement>("[data-field]")!;
  const file = box.querySelector<HTMLInputElement>("input[type=file]")!;
  const upload = box.querySelector<HTMLElement>(".sign-file")!;
  const kept = box.querySelector<HTMLElement>(".files")!;
  const panel = box.querySelector<HTMLElement>(".sign-pad")!;
  const [drawButton, typeButton, clearButton] = panel.querySelectorAll("button");
  const typed = panel.querySelector("input")!;
  const canvas = panel.querySelector("canvas")!;
  const change = prepareDrawing(question, canvas, keep, showUpload);
  const isFocused = document.activeElement === file;
  upload.hidden = true;
  showPanel();
  if (isFocused) drawButton!.focus();

  drawButton!.addEventListener("click", () => choose(false));
  typeButton!.addEventListener("click", () => choose(true));
  clearButton!.addEventListener("click", () => {
    typed.value = "";
    write();
  });
  typed.addEventListener("input", write);
  // When respondents remove the stored signature, they can draw another one.
  kept.addEventListener("change", showPanel);

  function choose(isTyped: boolean): void {
    drawButton!.ariaPressed = String(!isTyped);
    typeButton!.ariaPressed = String(isTyped);
    typed.hidden = !isTyped;
    if (isTyped) typed.focus();
  }

  function showPanel(): void {
    panel.hidden = kept.querySelector(".file-row:not([hidden], :has(:checked))") !== null;
  }

  /** Lets respondents choose a picture, as without scripts. */
  function showUpload(): void {
    const hasFocus = panel.matches(":focus-within");
    panel.remove();
    upload.hidden = false;
    if (hasFocus) file.focus();
  }

  function write(): void {
    const text = typed.value.trim();
    change((pad) => pad.write(text));
  }

  function keep(picture: Uint8Array<ArrayBuffer> | undefined): void {
    const files = new DataTransfer();
    if (picture) files.items.add(new File([picture], "signature.png", { type: "image/png" }));
    file.files = files.files;
  }
}

/** Changes a drawing, and returns whether the signature is another one. */
type Change = (pad: Pad) => boolean;

/**
 * Prepares the drawing of a signature with a pen, and returns a function that changes it otherwise. Changes wait for the script that
 * draws in their order, and the form waits for them.
 * @param keep called with each new signature
 * @param giveUp called if the script cannot be loaded
 */
function prepareDrawing(
  question: HTMLElement,
  canvas: HTMLCanvasElement,
  keep: (picture: Uint8Array<ArrayBuffer> | undefined) => void,
  giveUp: () => void,
): (draw: Change) => void {
  let loading: Promise<Pad | undefined> | undefined;
  let waiting = 0;
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const)
    canvas.addEventListener(type, movePen);
  question.closest("form")!.addEventListener("input", load, { once: true });
  return change;

  function movePen({ type, pointerId, offsetX, offsetY }: PointerEvent): void {
    if (type === "pointerdown") canvas.setPointerCapture(pointerId);
    // The canvas has the pointer until it is lifted.
    if (canvas.hasPointerCapture(pointerId)) void change((pad) => pad.movePen(type, offsetX, offsetY));
  }

  function load(): Promise<Pad | undefined> {
    loading ??= import("./on-demand/drawing-pad.ts").then(
      ({ drawingPad }) => drawingPad(canvas),
      () => {
        loading = undefined;
        return undefined;
      },
    );
    return loading;
  }

  async function change(draw: Change): Promise<void> {
    waiting += 1;
    question.ariaBusy = "true";
    const pad = await load();
    waiting -= 1;
    if (waiting === 0) question.ariaBusy = null;
    if (pad === undefined) giveUp();
    else if (draw(pad)) keep(pad.picture());
    else return;
    reportChange(question);
  }
}
