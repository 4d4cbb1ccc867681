/**
 * Signs in at the authorization server of a project's tests with client 2.x of the official SDK, which registers for refresh tokens,
 * and prints as JSON what becomes of them. Argument: the folder of the project.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";

const { positionals } = parseArgs({ allowPositionals: true });
const project = positionals[0]!;
const { createServer } = await import(join(project, "src/server.ts"));
const { callers, issuer } = await import(join(project, "test/callers.ts"));
const callback = "http://127.0.0.1:9/callback";

/** The stored state of an agent. It names no grants, so the SDK registers for the grants that it uses. */
class Agent implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = {
    client_name: "agent",
    redirect_uris: [callback],
    token_endpoint_auth_method: "none",
  };
  readonly known: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {};
  signIns = 0;
  answer = new URLSearchParams();

  clientInformation = () => this.known.client;
  tokens = () => this.known.tokens;
  codeVerifier = () => this.known.verifier ?? "";

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.known.client = client;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.known.tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.known.verifier = verifier;
  }

  /** Follows redirects like the user's browser, up to the address of the agent. */
  async redirectToAuthorization(start: URL): Promise<void> {
    this.signIns++;
    const cookies = new Map<string, string>();
    for (let next = start; next.origin !== new URL(callback).origin; ) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const { headers } = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const set of headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      next = new URL(headers.get("location") ?? callback, next);
      this.answer = next.searchParams;
    }
  }
}

const server = createServer(callers);
const url = new URL(await server.listen(0));
const agent = new Agent();

/** How many tools a connection lists, after a sign-in if it must be. */
async function countTools(): Promise<number> {
  const client = new Client({ name: "agent", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(url, { authProvider: agent });
  try {
    await client.connect(transport);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await transport.finishAuth(agent.answer);
    return countTools();
  }
  const { tools } = await client.listTools();
  await client.close();
  return tools.length;
}

/** Sends a refresh token to the authorization server and returns its error, or "ok". */
async function renew(refresh_token = "", client_id = agent.known.client?.client_id ?? ""): Promise<string> {
  const form = { grant_type: "refresh_token", refresh_token, client_id, resource: url.href };
  const response = await fetch(`${issuer}/token`, { method: "POST", body: new URLSearchParams(form) });
  const { error } = (await response.json()) as { error?: string };
  return error ?? "ok";
}

const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
const tools = [await countTools()];
const first = agent.known.tokens?.refresh_token;
const registered = await fetch(`${issuer}/reg`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ ...agent.clientMetadata, grant_types: ["authorization_code", "refresh_token"] }),
});
const other = ((await registered.json()) as { client_id: string }).client_id;
const byOther = await renew(first, other);
// Pretends that the access token has expired.
agent.saveTokens({ ...agent.known.tokens!, access_token: "expired" });
tools.push(await countTools());
const second = agent.known.tokens?.refresh_token;
const { signIns } = agent;
const again = await renew(first);
const afterReuse = await renew(second);
const result = {
  grants: metadata.grant_types_supported,
  registered: (agent.known.client as { grant_types?: string[] }).grant_types,
  tools,
  signIns,
  rotated: first !== undefined && second !== undefined && first !== second,
  byOther,
  again,
  afterReuse,
};
process.stdout.write(`\n${JSON.stringify(result)}\n`);
process.exit(0);
