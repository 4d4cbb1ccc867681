/** Draws or types a signature on a canvas. */

const INK = "#1c2a4a";
const PEN = { strokeStyle: INK, fillStyle: INK, lineWidth: 2.4, lineCap: "round", lineJoin: "round" };

/** A signature on a canvas. */
export interface Pad {
  /** Writes a name as the signature. An empty one removes the signature. Returns true: the signature is another one. */
  write(text: string): true;
  /**
   * Draws with a pen, and returns whether a stroke has ended.
   * @param type the type of the event of the pointer
   */
  movePen(type: string, x: number, y: number): boolean;
  /** Returns the signature as PNG; undefined if nothing was drawn. */
  picture(): Uint8Array<ArrayBuffer> | undefined;
}

/** Sets up a canvas for drawing or typing a signature. */
export function drawingPad(canvas: HTMLCanvasElement): Pad {
  const context = canvas.getContext("2d")!;
  /** A copy of the drawing in its original size; undefined: nothing was drawn. */
  let signed: HTMLCanvasElement | undefined;
  let last: readonly [number, number] | undefined;
  // The box may be hidden at first, and its width changes when a phone is turned.
  new ResizeObserver(fit).observe(canvas);
  fit();

  /** Sets the pixels of the canvas to its size on the screen. The drawing stays, and shrinks if it would not fit. */
  function fit(): void {
    const ratio = devicePixelRatio;
    const { clientWidth: width, clientHeight: height } = canvas;
    const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    // The observer also calls at first, when the pen may be down.
    if (width === 0 || (canvas.width === pixels.width && canvas.height === pixels.height)) return;
    Object.assign(canvas, pixels);
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

  function write(text: string): true {
    clear();
    if (text === "") return true;
    const { clientWidth: width, clientHeight: height } = canvas;
    const size = Math.min(56, (width - 48) / Math.max(4, text.length * 0.45));
    context.font = `${size}px "Snell Roundhand", "Segoe Script", "Bradley Hand", cursive`;
    context.fillText(text, 24, height * 0.66, width - 48);
    sign();
    return true;
  }

  function movePen(type: string, x: number, y: number): boolean {
    if (type === "pointerdown") last = [x, y];
    if (last === undefined) return false;
    if (type === "pointerdown" || type === "pointermove") {
      context.beginPath();
      context.moveTo(...last);
      context.lineTo(x, y);
      context.stroke();
      last = [x, y];
      return false;
    }
    // A stroke that the system interrupts is visible, so it counts.
    last = undefined;
    sign();
    return true;
  }

  function picture(): Uint8Array<ArrayBuffer> | undefined {
    if (signed === undefined) return undefined;
    const [, base64 = ""] = canvas.toDataURL("image/png").split(",");
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  }

  return { write, movePen, picture };
}
