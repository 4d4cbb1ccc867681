/** A host of MCP Apps in a browser: the app bridge of the extension's own package, and a frame for the sandbox proxy. */

import type { CallToolResult } from "@modelcontextprotocol/client";
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** The functions that the test adds to the window. */
interface Test {
  callServer(call: object): Promise<CallToolResult>;
  note(kind: string, value: unknown): void;
}

interface Shown {
  /** The address of the sandbox proxy. */
  readonly sandbox: string;
  /** The page of the app. */
  readonly html: string;
  readonly context: McpUiHostContext & {
    /** Whether it says no to the modes that it offers. */
    readonly refusesModes?: boolean;
  };
  readonly capabilities: object;
  readonly input: Record<string, unknown>;
  /** Undefined: the call goes on. `sendResult` and `cancelCall` of the window end it. */
  readonly result?: CallToolResult;
}

const test = window as unknown as Test;

Object.assign(window, {
  async showApp({ sandbox, html, context, capabilities, input, result }: Shown): Promise<void> {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts", "allow-same-origin");
    frame.title = "sandbox";
    document.body.replaceChildren(frame);
    const target = frame.contentWindow!;
    const bridge = new AppBridge(null, { name: "host", version: "1.0.0" }, capabilities, {
      hostContext: context,
    });
    bridge.oncalltool = (call) => test.callServer(call);
    bridge.onopenlink = async ({ url }) => {
      test.note("link", url);
      return {};
    };
    bridge.onupdatemodelcontext = async (told) => {
      test.note("model", told);
      return {};
    };
    bridge.onsizechange = ({ height }) => {
      frame.style.height = `${height}px`;
      test.note("height", height);
    };
    bridge.onrequestdisplaymode = async ({ mode }) => {
      test.note("mode", mode);
      const isOffered = context.availableDisplayModes?.includes(mode) === true;
      return { mode: isOffered && !context.refusesModes ? mode : "inline" };
    };
    bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html, sandbox: "allow-scripts" });
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(target, target));
    frame.src = sandbox;
    await ready;
    await bridge.sendToolInput({ arguments: input });
    if (result) await bridge.sendToolResult(result);
    Object.assign(window, {
      sendResult: (late: CallToolResult) => bridge.sendToolResult(late),
      cancelCall: () => bridge.sendToolCancelled({ reason: "The user stopped it." }),
      changeContext: (changed: McpUiHostContext) => bridge.setHostContext({ ...context, ...changed }),
    });
  },
});
