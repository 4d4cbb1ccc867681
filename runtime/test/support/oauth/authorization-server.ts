/** A small authorization server on loopback: it signs and introspects tokens, rotates its keys, and answers badly on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export class AuthorizationServer {
  /** Path -> an answer in place of the right one. */
  readonly answers = new Map<string, Answer>();
  /** The paths of all requests so far. */
  readonly requests: string[] = [];
  /** Token -> what introspection says of it. */
  readonly introspected = new Map<string, object>();
  /** The forms that introspection got, with the credentials of their client. */
  readonly introspections: Record<string, string>[] = [];
  /** The prefix of the paths, for an issuer with a path. */
  readonly #path: string;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #keys: Key[] = [];

  constructor(path = "") {
    this.#path = path;
  }

  static async start(path = ""): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(path);
    await server.rotate();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return this.origin + this.#path;
  }

  get publicKey(): CryptoKey {
    return this.#keys[0]!.publicKey;
  }

  get keyId(): string {
    return this.#keys[0]!.kid;
  }

  /** Replaces the key. */
  async rotate(algorithm = "ES256"): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
    this.#keys = [{ kid: `key-${crypto.randomUUID()}`, privateKey, publicKey }];
  }

  /** Makes an access token for `audience` that is valid for an hour. The given claims replace the default ones. */
  async token(
    audience: string,
    claims: Readonly<Record<string, unknown>> = {},
    header: Partial<JWTHeaderParameters> = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const [key] = this.#keys;
    const all = {
      iss: this.issuer,
      aud: audience,
      sub: "ana",
      client_id: "agent",
      scope: "notes:read",
      exp: now + 3600,
    };
    return new SignJWT({ ...all, ...claims })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: key!.kid, ...header })
      .sign(key!.privateKey);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    this.requests.push(path);
    const special = this.answers.get(path);
    if (special) await special(request, response);
    else await this.#answerRightly(path, request, response);
  }

  async #answerRightly(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === `/.well-known/oauth-authorization-server${this.#path}`) sendJson(response, this.metadata());
    else if (path === "/jwks") sendJson(response, { keys: await Promise.all(this.#keys.map(publicJwk)) });
    else if (path === "/introspect") await this.#introspect(request, response);
    else response.writeHead(404).end();
  }

  metadata(): object {
    const { issuer, origin } = this;
    return { issuer, jwks_uri: `${origin}/jwks`, introspection_endpoint: `${origin}/introspect` };
  }

  async #introspect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    this.introspections.push({ ...form, authorization: request.headers.authorization ?? "" });
    sendJson(response, this.introspected.get(form.token ?? "") ?? { active: false });
  }
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

async function publicJwk({ kid, publicKey }: Key): Promise<object> {
  return { ...(await exportJWK(publicKey)), kid, use: "sig" };
}
