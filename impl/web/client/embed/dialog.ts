/** A dialog with a form in a frame, above the page of another site. */
import { dialogSheet } from "./look.ts";

/** How long a loaded frame may take to report its height. A form that no frame may show never does, such as one with a password. */
const PATIENCE = 3_000;
const MAX_HEIGHT = 20_000;
const COLOUR = /^rgb\(\d+, \d+, \d+\)$/;

/** Marks the element of an open dialog, for further runs of the script on the page. */
const OPEN = "data-form-open";

/** Returns whether a form is open. */
export function isAnyOpen(): boolean {
  return document.querySelector(`[${OPEN}]`) !== null;
}

/** Returns whether the page says that it can be dark, in a style or for all of it. */
function mayBeDark(link: HTMLElement): boolean {
  const { colorScheme } = getComputedStyle(link);
  const schemes =
    colorScheme === "normal"
      ? document.querySelector<HTMLMetaElement>("meta[name=color-scheme]")?.content
      : colorScheme;
  return schemes?.includes("dark") === true;
}

export class FormDialog {
  readonly #link: HTMLAnchorElement;
  readonly #service: string;
  /** The element of the page that holds the dialog, apart from the styles of the page. */
  readonly #host: HTMLElement = document.createElement("div");
  #dialog: HTMLDialogElement | undefined;
  /** Whether the form has reported its height, so the frame shows it. */
  #isShown = false;
  #whenShown: (() => void) | undefined;

  /** @param link leads to the form, and names the dialog. @param service the origin of the form */
  constructor(link: HTMLAnchorElement, service: string) {
    this.#link = link;
    this.#service = service;
  }

  /** Opens the dialog at once. A form that no frame may show replaces the page. */
  open(): void {
    this.#load(() => location.assign(this.#link.href));
    this.#show();
  }

  /** Opens the dialog once the form is there; a form that no frame may show never is. @param isInterrupting whether it has to wait */
  openWhenReady(isInterrupting: () => boolean): void {
    this.#whenShown = () => {
      if (isInterrupting()) setTimeout(() => this.#whenShown?.(), 1_000);
      else {
        this.#whenShown = undefined;
        this.#show();
      }
    };
    this.#load(() => {});
  }

  #show(): void {
    const dialog = this.#dialog;
    if (dialog === undefined || dialog.open) return;
    const { style } = document.documentElement;
    const before = [style.overflow, style.scrollbarGutter] as const;
    const hasBar = innerWidth > document.documentElement.clientWidth;
    // The page stays where it is behind the dialog, and as wide as it is.
    style.overflow = "hidden";
    if (hasBar) style.scrollbarGutter = "stable";
    this.#host.setAttribute(OPEN, "");
    dialog.addEventListener(
      "close",
      () => {
        this.#host.removeAttribute(OPEN);
        [style.overflow, style.scrollbarGutter] = before;
      },
      { once: true },
    );
    dialog.showModal();
  }

  /** Makes the dialog and loads the form; once only, so that answers are still there when it opens again. */
  #load(replace: () => void): void {
    if (this.#dialog) return;
    const label = this.#link.textContent.trim();
    const theme = mayBeDark(this.#link) ? "light dark" : "light";
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", label);
    dialog.style.colorScheme = theme;
    const close = document.createElement("button");
    close.type = "button";
    close.setAttribute("aria-label", this.#link.dataset.formClose || "Close");
    close.addEventListener("click", () => dialog.close());
    const frame = document.createElement("iframe");
    frame.title = label;
    const address = new URL(this.#link.href);
    address.hash = "";
    // A page that does not say that it can be dark stays light, so the form does, too.
    address.searchParams.set("embed", theme === "light" ? "light" : "1");
    frame.src = address.href;
    frame.addEventListener("load", () => setTimeout(() => this.#isShown || replace(), PATIENCE));
    addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === frame.contentWindow && origin === this.#service) this.#hear(data, frame);
    });
    // A click on the dialog itself is one beside its content.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    const content = document.createElement("div");
    content.append(close, frame);
    dialog.append(content);
    const root = this.#host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [dialogSheet];
    root.append(dialog);
    document.body.append(this.#host);
    this.#dialog = dialog;
  }

  /** Reads a message of the form: its height and background, or that Escape was pressed in it. */
  #hear(data: unknown, frame: HTMLIFrameElement): void {
    const { type, height, background } = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (type === "form:escape") this.#dialog?.close();
    if (type !== "form:height" || typeof height !== "number") return;
    // A frame that is not drawn yet has no height.
    if (height > 0 && height <= MAX_HEIGHT) frame.style.height = `${height}px`;
    if (typeof background === "string" && COLOUR.test(background))
      this.#dialog?.style.setProperty("background", background);
    if (this.#isShown) return;
    this.#isShown = true;
    this.#whenShown?.();
  }
}
