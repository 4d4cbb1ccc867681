/** A host of MCP Apps in a browser: the app bridge of the extension's own package, and the page in a frame as hosts sandbox it. */

import type { CallToolResult } from "@modelcontextprotocol/client";
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** What the test gives the window. */
interface Test {
  callServer(call: object): Promise<CallToolResult>;
  note(kind: string, value: unknown): void;
}

interface Shown {
  readonly view: string;
  readonly context: McpUiHostContext;
  readonly capabilities: object;
  readonly input: Record<string, unknown>;
  readonly result: CallToolResult;
}

const test = window as unknown as Test;

Object.assign(window, {
  async showApp({ view, context, capabilities, input, result }: Shown): Promise<void> {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts");
    frame.title = "app";
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
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(target, target));
    frame.src = view;
    await ready;
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
    Object.assign(window, {
      changeContext: (changed: McpUiHostContext) => bridge.setHostContext({ ...context, ...changed }),
    });
  },
});
