/** The common part of all MCP Apps pages: language and theme of the host, their parts, and their calls. */

import { localeOf } from "../../../texts/locale.ts";
import { fillMessage } from "../../../texts/message.ts";
import { type AppTextKey, appTexts } from "../../../texts/owner/apps/texts.ts";
import { connect, type Host, type HostContext, type ToolResult, type Values } from "./bridge.ts";

export type Key = AppTextKey;
type AppLanguage = keyof typeof appTexts;
type Words = Readonly<Record<string, string | number>>;

export interface Page<Output> {
  readonly host: Host<Output>;
  /** The arguments of the call; empty if the host does not send them. */
  readonly input: Values;
  say(key: Key, values?: Words): string;
  /** Returns the server's view in the language of the host, or in the first language. */
  view(result: ToolResult<Output>): HTMLElement | undefined;
  /** Calls a tool and shows its status. Undefined: it was refused, and the page shows why. @param isQuiet whether the status line stays as it is */
  call(name: string, args: Values, isQuiet?: boolean): Promise<ToolResult<Output> | undefined>;
  /** Shows a text in the status line; without a key, clears it. */
  announce(key?: Key, values?: Words): void;
  /** Returns whether the tool refused, and shows why. */
  isRefused(result: ToolResult<Output>): boolean;
  show(...parts: readonly (Node | undefined)[]): void;
  readonly room: Room;
  /** Requests the host's full screen, and draws everything. */
  showAll(): Promise<void>;
  /** Draws a link if the host opens links; else its address. */
  link(key: Key, url: string, className?: string): HTMLElement;
}

/** Pages that have something to show before the result of their call. */
export interface Waiting<Output> {
  /** Called when the arguments of the call are known, and there is no result yet. */
  input(page: Page<Output>): void;
  /** Called when the call was cancelled. */
  cancelled(): void;
}

/** Starts the page. @param draw shows a result, and the latest one again when the language or theme changes */
export async function startPage<Output>(
  draw: (result: ToolResult<Output>, page: Page<Output>) => void,
  waiting?: Waiting<Output>,
): Promise<void> {
  const main = element("main");
  const status = element("div", { id: "status", role: "status" });
  document.body.append(status, main);
  let say = sayIn("en");
  let latest: ToolResult<Output> | undefined;
  let input: Values = {};
  let page: Page<Output> | undefined;
  const room = new Room();

  let announced: Parameters<Page<Output>["announce"]> = [];
  const announce: Page<Output>["announce"] = (key, values) => {
    announced = [key, values];
    status.textContent = key === undefined ? "" : say(key, values);
  };

  function isRefused({ isError = false, content }: ToolResult<Output>): boolean {
    const message = content?.find(({ type }) => type === "text")?.text ?? "";
    if (isError) announce("refused", { message });
    return isError;
  }

  function redraw(): void {
    if (page && latest) draw(latest, page);
    else announce("waiting");
  }

  const host = await connect<Output>({
    input(args) {
      input = args;
      if (page && latest === undefined) waiting?.input(page);
    },
    result(result) {
      latest = result;
      announce();
      redraw();
    },
    cancelled() {
      announce("cancelled");
      waiting?.cancelled();
    },
    context(context) {
      applyLook(context);
      room.note(context);
      if (context.locale !== undefined) {
        say = sayIn(applyLanguage(context.locale));
        announce(...announced);
      }
      redraw();
    },
  });

  page = {
    host,
    get input() {
      return input;
    },
    say: (key, values) => say(key, values),
    announce,
    isRefused,
    view,
    show: (...parts) => main.replaceChildren(...parts.filter((part) => part !== undefined)),
    link: (key, url, className) => makeLink(host, url, say(key), say("open", { address: url }), className),
    room,
    async showAll() {
      await room.open(host);
      redraw();
    },
    async call(name, args, isQuiet = false) {
      const called = () => host.callTool(name, args);
      const failed = (error: unknown) => void announce("refused", { message: describeError(error) });
      const result = await (isQuiet ? called() : announceCall(called, announce)).catch(failed);
      if (result === undefined || isRefused(result)) return undefined;
      latest = result;
      return result;
    },
  };
  openLinksBy(host);
  redraw();
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** Says in the status line that a call runs. */
async function announceCall<Result>(
  call: () => Promise<Result>,
  announce: Page<never>["announce"],
): Promise<Result> {
  announce("waiting");
  const result = await call();
  announce();
  return result;
}

/** Tracks how much of a page is shown: a conversation has room for a part of it. */
export class Room {
  #mode: string | undefined;
  #modes: readonly string[] = [];
  #isUnfolded = false;

  /** Whether everything is shown: in the host's full screen, or on the user's request in a host without one. */
  get isWhole(): boolean {
    return this.#isUnfolded || this.#mode === "fullscreen";
  }

  /** Records changes of the context. @param context the changed parts */
  note({ displayMode = this.#mode, availableDisplayModes = this.#modes }: HostContext): void {
    this.#mode = displayMode;
    this.#modes = availableDisplayModes;
  }

  /** Opens the full screen. If the host has none or refuses, the page grows in its place. */
  async open(host: Pick<Host<unknown>, "requestDisplayMode">): Promise<void> {
    if (this.#modes.includes("fullscreen"))
      this.#mode = await host.requestDisplayMode("fullscreen").catch(() => undefined);
    this.#isUnfolded ||= this.#mode !== "fullscreen";
  }
}

/** Sets the language of the page for a locale of the host. @returns the language */
function applyLanguage(locale: string): AppLanguage {
  const code = locale.slice(0, 2).toLowerCase();
  const language = isAppLanguage(code) ? code : "en";
  document.documentElement.lang = language;
  document.documentElement.dataset.locale = locale;
  return language;
}

function isAppLanguage(code: string): code is AppLanguage {
  return Object.hasOwn(appTexts, code);
}

function sayIn(language: AppLanguage): Page<never>["say"] {
  const words = appTexts[language];
  const plural = new Intl.PluralRules(localeOf(language));
  return (key, values = {}) =>
    fillMessage(
      words[key],
      (name) => (values[name] ?? "").toLocaleString(language),
      (name) => plural.select(Number(values[name])),
    );
}

/** Draws a link. @param address the text that replaces it if the host does not open links */
function makeLink(
  host: Pick<Host<unknown>, "can">,
  href: string,
  text: string,
  address: string,
  className = "",
): HTMLElement {
  return host.can("openLinks")
    ? element("a", { class: className, href }, text)
    : element("p", { class: "soft" }, address);
}

/** Opens links by the host, because a page in a sandbox cannot open windows. */
function openLinksBy(host: Pick<Host<unknown>, "can" | "openLink">): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    if (/^https?:/.test(link.href) && host.can("openLinks")) host.openLink(link.href).catch(() => undefined);
  });
}

/** Returns what a result has for the page under a key, in the language of the host, or in its first language. */
export function inLanguage<Part>({ _meta }: ToolResult<unknown>, key: string): Part | undefined {
  const parts: [language: string, part: Part][] = Object.entries(_meta?.[key] ?? {});
  const wanted = document.documentElement.dataset.locale?.slice(0, 2).toLowerCase();
  const [, part] = parts.find(([language]) => language === wanted) ?? parts[0] ?? [];
  return part;
}

/** Creates an element from the server's view. The server escapes every text, and the policy of the page blocks other scripts. */
function view(result: ToolResult<unknown>): HTMLElement | undefined {
  const html = inLanguage<unknown>(result, "service-mcp/views");
  if (typeof html !== "string") return undefined;
  const shown = element("div", { class: "view" });
  shown.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  return shown;
}

/** Creates an element with attributes and content. Strings become text, never HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== "") made.setAttribute(key, value);
  made.append(...content.filter((part) => part !== undefined));
  return made;
}

export function button(label: string, className: string, press: () => unknown): HTMLButtonElement {
  const made = element("button", { type: "button", class: className }, label);
  made.addEventListener("click", () => void press());
  return made;
}

/** Applies the theme and the style of the host. */
function applyLook({ theme, styles }: HostContext): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith("--") && value !== undefined) root.style.setProperty(name, value);
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
}
