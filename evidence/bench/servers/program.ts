/** Shared parts of the benchmark's servers: their tools, their answers, and their messages to the benchmark. */
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { service } from "../../../generated/tools.ts";

/** The tools of the form service, as `tools/list` returns them, typed as the peer needs them. */
export function toolList<Entry>(): Entry[] {
  const manifest = new URL("../../../generated/manifest.json", import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { tools: Entry[] }).tools;
}

const { name, version } = service.server;
export const serverInfo = { name, version };

/** The result of `service_ping`. */
export const pong = { status: "ok", protocol_version: "2025-11-25", server: serverInfo } as const;
export const pongResult = () => ({
  content: [{ type: "text" as const, text: JSON.stringify(pong) }],
  structuredContent: { ...pong },
});

/** The result of `service_get_form` except for the id, for a form of the bench. */
export const aForm = {
  title: "Banader corilmont delarna",
  status: "published",
  owner: { email: "owner@example.org", is_caller: true },
  access: "owner",
  languages: ["en"],
  password_protected: false,
  timestamps: {
    created_at: "2026-03-01T12:00:00.000Z",
    updated_at: "2026-03-01T12:00:00.000Z",
    published_at: "2026-03-01T12:00:00.000Z",
  },
  edit_state: { response_count: 0, locked: false },
  urls: {
    public: `http://127.0.0.1:3000/f/frm_${"0".repeat(22)}`,
    edit: `http://127.0.0.1:3000/forms/frm_${"0".repeat(22)}/edit`,
    responses: `http://127.0.0.1:3000/forms/frm_${"0".repeat(22)}/responses`,
  },
  revision: 1,
};

/** The headers that ours sends too, so that all of `node:http` write the same bytes. */
export const headers = (length: number) => ({
  "Content-Type": "application/json",
  "Content-Length": length,
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
});

/** Listens on a free port and tells the bench where; from then on tells how much time it took, when asked. */
export function serve(listener: RequestListener, path = "/mcp"): void {
  const server = createServer(listener).listen(0, "127.0.0.1", () => {
    ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  });
}

export function ready(url: string): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.(url);
}
