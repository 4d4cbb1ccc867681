/** The sandbox proxy of a host of MCP Apps: a page of another origin that puts the app into a frame of its own, and passes messages on. */

const frame = document.createElement("iframe");
frame.title = "app";

window.addEventListener("message", ({ source, data }) => {
  if (source === frame.contentWindow) window.parent.postMessage(data, "*");
  else if (source !== window.parent) return;
  else if (data.method === "ui/notifications/sandbox-resource-ready") {
    frame.setAttribute("sandbox", data.params.sandbox);
    frame.srcdoc = data.params.html;
    document.body.append(frame);
  } else frame.contentWindow?.postMessage(data, "*");
});
window.parent.postMessage(
  { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} },
  "*",
);
