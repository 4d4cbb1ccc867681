/** The connection to the host of an MCP App: JSON-RPC by `postMessage`, as MCP Apps (2026-01-26) has it. */

export type Values = Readonly<Record<string, unknown>>;

/** The result of a tool. The host passes it on unchanged, so every part is checked before use. */
export interface ToolResult<Output> {
  readonly structuredContent?: Partial<Output>;
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly _meta?: Values;
}

export interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

export type DisplayMode = "inline" | "fullscreen";

interface Initialized {
  readonly hostContext?: HostContext;
  readonly hostCapabilities?: Values;
}

const DISPLAY_MODES: readonly DisplayMode[] = ["inline", "fullscreen"];

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  /** The result has the type of the request. */
  readonly result?: never;
  readonly error?: { readonly message?: string };
}

/** Events from the host to the page. */
export interface Events<Output> {
  /** The arguments of the call. */
  input(args: Values): void;
  result(result: ToolResult<Output>): void;
  cancelled(): void;
  context(context: HostContext): void;
}

export interface Host<Output> {
  /** Returns whether the host has a capability: `serverTools`, `openLinks`, `updateModelContext`. */
  can(capability: string): boolean;
  callTool(name: string, args: Values): Promise<ToolResult<Output>>;
  openLink(url: string): Promise<unknown>;
  /** Requests a display mode. @returns the present mode: a host may refuse the request */
  requestDisplayMode(mode: DisplayMode): Promise<string | undefined>;
  /** Adds a text to the model's context, which it reads with the user's next message. */
  tellModel(text: string): void;
}

/** Connects to the host, which then sends the result. */
export async function connect<Output>(events: Events<Output>): Promise<Host<Output>> {
  const pending = new Map<number, (response: Message) => void>();
  let last = 0;

  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = <Result>(method: string, params: object) =>
    new Promise<Result>((done, failed) => {
      pending.set(++last, ({ result, error }) => {
        if (result === undefined) failed(new Error(error?.message));
        else done(result);
      });
      send({ id: last, method, params });
    });

  window.addEventListener("message", ({ source, data }: MessageEvent<Message & { jsonrpc?: string }>) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) return settle(data);
    if (data.id !== undefined) return answer(data.id, data.method);
    receiveNotification(data.method, data.params ?? {});
  });

  function settle(response: Message): void {
    const id = Number(response.id);
    pending.get(id)?.(response);
    pending.delete(id);
  }

  function answer(id: string | number, method: string): void {
    const isKnown = method === "ping" || method === "ui/resource-teardown";
    send({ id, ...(isKnown ? { result: {} } : { error: { code: -32601, message: "Method not found" } }) });
  }

  function receiveNotification(method: string, params: object): void {
    if (method === "ui/notifications/tool-input")
      events.input({ ...Object("arguments" in params ? params.arguments : {}) });
    else if (method === "ui/notifications/tool-result") events.result(params);
    else if (method === "ui/notifications/tool-cancelled") events.cancelled();
    else if (method === "ui/notifications/host-context-changed") events.context(params);
  }

  const initialized = await request<Initialized>("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "service-mcp", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: DISPLAY_MODES },
  });
  events.context(initialized.hostContext ?? {});
  send({ method: "ui/notifications/initialized" });
  reportHeight((height) => send({ method: "ui/notifications/size-changed", params: { height } }));
  const capabilities = initialized.hostCapabilities ?? {};
  return {
    can: (capability) => capabilities[capability] !== undefined,
    callTool: (name, args) => request("tools/call", { name, arguments: args }),
    openLink: (url) => request("ui/open-link", { url }),
    requestDisplayMode: async (mode) =>
      (await request<{ mode?: string }>("ui/request-display-mode", { mode })).mode,
    tellModel(text) {
      if (capabilities.updateModelContext === undefined) return;
      // If the host refuses, the model is not informed, but it reads the form before it changes it.
      request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
    },
  };
}

function reportHeight(report: (height: number) => void): void {
  let before = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === before) return;
    before = height;
    report(height);
  }).observe(document.body);
}
