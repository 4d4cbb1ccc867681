import assert from "node:assert/strict";
import { test } from "node:test";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createServer } from "../src/server.ts";
import { callers } from "./callers.ts";

const callback = "http://127.0.0.1:9/callback";

/** What an agent remembers while its user signs in. */
class SignIn implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = {
    client_name: "test",
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  code = "";
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  /** What the user's browser does, up to the address of the agent. */
  async redirectToAuthorization(start: URL): Promise<void> {
    const cookies = new Map<string, string>();
    for (let next = start; next.origin !== new URL(callback).origin; ) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const { headers } = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const set of headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      next = new URL(headers.get("location") ?? callback, next);
      this.code = next.searchParams.get("code") ?? "";
    }
  }
}

/** An agent that calls the server, and signs in when it must. */
async function connect(url: URL, signIn: SignIn): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(url, { authProvider: signIn });
  await client.connect(transport as Transport).catch(async (error: unknown) => {
    if (error instanceof UnauthorizedError) await transport.finishAuth(signIn.code);
    throw error;
  });
  return client;
}

test("an agent without a token is sent to the authorization server, and comes back with one", async () => {
  const server = createServer(callers);
  const url = new URL(await server.listen(0));
  const signIn = new SignIn();
  await assert.rejects(connect(url, signIn), UnauthorizedError);
  const client = await connect(url, signIn);
  const { structuredContent } = await client.callTool({
    name: "notes_add",
    arguments: { title: "Shopping" },
  });
  assert.ok(structuredContent);
  await client.close();
  await server.close();
});

test("an agent whose token has expired renews it without its user", async () => {
  const server = createServer(callers);
  const url = new URL(await server.listen(0));
  const signIn = new SignIn();
  await assert.rejects(connect(url, signIn), UnauthorizedError);
  const signedIn = signIn.tokens();
  assert.ok(signedIn?.refresh_token);
  signIn.saveTokens({ ...signedIn, access_token: "expired" });
  const client = await connect(url, signIn);
  assert.notEqual(signIn.tokens()?.refresh_token, signedIn.refresh_token);
  await client.close();
  await server.close();
});
