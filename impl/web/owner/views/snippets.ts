/** Ready configuration of clients that can send a Bearer header. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

export interface Connection {
  /** The name of the server in clients. */
  readonly name: string;
  readonly endpoint: string;
  readonly token: string;
}

interface Snippet {
  readonly client: string;
  /** The file that the snippet belongs in; undefined: a terminal. */
  readonly file?: string;
  readonly text: string;
}

function snippets(connection: Connection): Snippet[] {
  const { name, endpoint, token } = connection;
  const authorization = `Bearer ${token}`;
  const headers = { Authorization: authorization };
  return [
    {
      client: "Claude Code",
      text: `claude mcp add --transport http ${name} ${endpoint} --header "Authorization: ${authorization}"`,
    },
    { client: "Claude Desktop", file: "claude_desktop_config.json", text: json(desktopConfig(connection)) },
    {
      client: "VS Code",
      file: ".vscode/mcp.json",
      text: json({ servers: { [name]: { type: "http", url: endpoint, headers } } }),
    },
    {
      client: "Cursor",
      file: "~/.cursor/mcp.json",
      text: json({ mcpServers: { [name]: { url: endpoint, headers } } }),
    },
    {
      client: "curl",
      text: `curl -s ${endpoint} \\
  -H "Authorization: ${authorization}" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    },
  ];
}

/**
 * Returns the configuration of Claude Desktop, with mcp-remote as bridge. On Windows it splits arguments at spaces, so the header is
 * in a variable.
 */
function desktopConfig({ name, endpoint, token }: Connection) {
  const { protocol, hostname } = new URL(endpoint);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const insecure = protocol === "http:" && !isLocal ? ["--allow-http"] : [];
  const args = ["-y", "mcp-remote", endpoint, ...insecure, "--header", "Authorization:$" + "{AUTHORIZATION}"];
  return {
    mcpServers: { [name]: { command: "npx", args, env: { AUTHORIZATION: `Bearer ${token}` } } },
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Draws the snippets. The first is open; the others open with a click. */
export function snippetList(t: OwnerTranslation, connection: Connection): Html {
  const items = snippets(connection).map(({ client, file, text }, at) => {
    const where = file === undefined ? t.say("client_terminal") : t.say("client_file", { file });
    return html`
      <details class="snippet" name="client"${at === 0 && html` open`}>
        <summary>${client}</summary>
        <div><p class="soft">${where}</p>${copyable(t, text)}</div>
      </details>
    `;
  });
  return html`<div class="snippets">${items}</div>`;
}

/** Draws a text with a button that copies it. The button needs scripts and is hidden without them. */
export function copyable(t: OwnerTranslation, text: string): Html {
  return html`
    <div class="copyable">
      <pre tabindex="0"><code translate="no">${text}</code></pre>
      <button type="button" class="quiet copy" data-copied="${t.say("copied")}" hidden>${t.say("copy")}</button>
    </div>
  `;
}
