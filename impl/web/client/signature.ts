/**
 * Lets respondents draw or type their signature, and puts it as a picture into the file input, which works without this
 * script.
 */
const INK = "#1c2a4a";

for (const box of document.querySelectorAll<HTMLElement>("[data-sign]")) addPad(box);

function addPad(box: HTMLElement): void {
  const { draw = "", type = "", clear = "", here = "", name = "" } = box.dataset;
  const question = box.closest<HTMLElement>("[data-field]")!;
  const file = box.querySelector<HTMLInputElement>("input[type=file]")!;
  const kept = box.querySelector<HTMLElement>(".files")!;
  const panel = document.createElement("div");
  // The buttons draw, type and clear. The texts are set below.
  panel.innerHTML =
    '<div class="pad-tools">' +
    '<button type="button" class="quiet"></button>' +
    '<button type="button" class="quiet"></button>' +
    '<button type="button" class="link clear"></button>' +
    "</div>" +
    '<input class="input" autocomplete="name">' +
    '<div class="pad"><canvas></canvas><p></p></div>';
  const [drawButton, typeButton, clearButton] = panel.querySelectorAll("button");
  const typed = panel.querySelector("input")!;
  const pad = drawingPad(panel.querySelector("canvas")!, keep);
  drawButton!.textContent = draw;
  typeButton!.textContent = type;
  clearButton!.textContent = clear;
  Object.assign(typed, { ariaLabel: name, placeholder: name });
  panel.querySelector("p")!.textContent = here;
  const isFocused = document.activeElement === file;
  box.querySelector<HTMLElement>(".sign-file")!.hidden = true;
  box.append(panel);

  drawButton!.addEventListener("click", () => choose(false));
  typeButton!.addEventListener("click", () => choose(true));
  clearButton!.addEventListener("click", reset);
  typed.addEventListener("input", () => {
    pad.write(typed.value.trim());
    keep();
  });
  // When respondents remove the stored signature, they can draw another one.
  kept.addEventListener("change", showPanel);
  choose(false);
  showPanel();
  if (isFocused) drawButton!.focus();

  function choose(isTyped: boolean): void {
    drawButton!.ariaPressed = String(!isTyped);
    typeButton!.ariaPressed = String(isTyped);
    typed.hidden = !isTyped;
    if (isTyped) typed.focus();
  }

  function showPanel(): void {
    panel.hidden = kept.querySelector(".file-row:not([hidden], :has(:checked))") !== null;
  }

  function reset(): void {
    typed.value = "";
    pad.write("");
    keep();
  }

  function keep(): void {
    const files = new DataTransfer();
    const picture = pad.picture();
    if (picture) files.items.add(new File([picture], "signature.png", { type: "image/png" }));
    file.files = files.files;
    question.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

const PEN = { strokeStyle: INK, fillStyle: INK, lineWidth: 2.4, lineCap: "round", lineJoin: "round" };

/** Sets up a canvas for drawing or typing a signature. @param drawn called after each stroke */
function drawingPad(canvas: HTMLCanvasElement, drawn: () => void) {
  const context = canvas.getContext("2d")!;
  /** A copy of the drawing in its original size; undefined: nothing was drawn. */
  let signed: HTMLCanvasElement | undefined;
  let last: readonly [number, number] | undefined;
  // The box may be hidden at first, and its width changes when a phone is turned.
  new ResizeObserver(fit).observe(canvas);

  /** Sets the pixels of the canvas to its size on the screen. The drawing stays, and shrinks if it would not fit. */
  function fit(): void {
    const ratio = devicePixelRatio;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const shown = signed;
    clear();
    if (shown === undefined) return;
    const scale = Math.min(1, canvas.width / shown.width) / ratio;
    context.drawImage(shown, 0, 0, shown.width * scale, shown.height * scale);
    signed = shown;
  }

  /** Keeps the content of the canvas as the signature. */
  function sign(): void {
    signed = canvas.cloneNode() as HTMLCanvasElement;
    signed.getContext("2d")!.drawImage(canvas, 0, 0);
  }

  function clear(): void {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    Object.assign(context, PEN);
    signed = undefined;
  }

  function write(text: string): void {
    clear();
    if (text === "") return;
    const { clientWidth: width, clientHeight: height } = canvas;
    const size = Math.min(56, (width - 48) / Math.max(4, text.length * 0.45));
    context.font = `${size}px "Snell Roundhand", "Segoe Script", "Bradley Hand", cursive`;
    context.fillText(text, 24, height * 0.66, width - 48);
    sign();
  }

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    last = [event.offsetX, event.offsetY];
    line(event);
  });
  canvas.addEventListener("pointermove", line);
  canvas.addEventListener("pointerup", lift);
  // A stroke that the system interrupts is visible, so it counts.
  canvas.addEventListener("pointercancel", lift);

  function lift(): void {
    if (last === undefined) return;
    last = undefined;
    sign();
    drawn();
  }

  function line({ offsetX, offsetY }: PointerEvent): void {
    if (last === undefined) return;
    context.beginPath();
    context.moveTo(...last);
    context.lineTo(offsetX, offsetY);
    context.stroke();
    last = [offsetX, offsetY];
  }

  /** Returns the picture as PNG; undefined if nothing was drawn. */
  function picture(): Uint8Array<ArrayBuffer> | undefined {
    if (signed === undefined) return undefined;
    const [, base64 = ""] = canvas.toDataURL("image/png").split(",");
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  }

  return { write, picture };
}
