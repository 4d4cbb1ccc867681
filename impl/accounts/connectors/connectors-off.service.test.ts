/** Tests that OAuth is absent without `CONNECTORS=on`: the recorded answers come from a service that never had it. */
import { expect, test } from "vitest";
import { service as spec } from "../../../generated/tools.ts";
import { startService } from "../../test/support/service.ts";

const probes = [
  ["GET", "/.well-known/oauth-protected-resource"],
  ["GET", "/.well-known/oauth-protected-resource/api/mcp"],
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/oauth-authorization-server/api/mcp"],
  ["GET", "/.well-known/openid-configuration"],
  ["GET", "/.well-known/openid-configuration/api/mcp"],
  ["GET", "/api/mcp/.well-known/oauth-protected-resource"],
  ["GET", "/api/mcp/.well-known/oauth-authorization-server"],
  ["GET", "/api/mcp/.well-known/openid-configuration"],
  ["POST", "/register"],
] as const;
const absent = [
  ["GET", "/oauth/authorize?client_id=x"],
  ["GET", "/oauth/consent/x"],
  ["POST", "/oauth/token"],
  ["POST", "/oauth/register"],
  ["POST", "/oauth/revoke"],
  ["POST", "/token"],
  ["GET", "/authorize"],
] as const;

test("OAuth addresses answer with JSON 404 that names tokens, and the challenge asks for a Bearer token", async () => {
  const { publicUrl, endpoint, mint } = await startService();
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(publicUrl + path, { method, headers });
    const {
      date,
      connection,
      "keep-alive": _,
      "content-length": __,
      ...shown
    } = Object.fromEntries(answer.headers);
    return [answer.status, shown, await answer.text()];
  };
  const json = "application/json";
  const base = { "content-type": json, "cache-control": "no-store", "x-content-type-options": "nosniff" };
  const said = (message: string) => [
    404,
    base,
    JSON.stringify({ jsonrpc: "2.0", error: { code: 404, message } }),
  ];
  const where = `${spec.auth.tokenSource}, ${publicUrl}/settings/integrations`;
  for (const [method, path] of probes)
    for (const Accept of ["*/*", "text/html", json])
      expect([path, await ask(method, path, { Accept })]).toEqual([
        path,
        said(
          `This server has no OAuth. Send an Authorization header with "Bearer" and a valid access token. Get one here: ${where}.`,
        ),
      ]);
  for (const [method, path] of absent)
    expect([path, await ask(method, path)]).toEqual([path, said("There is nothing at this path.")]);
  const challenge = `Bearer realm="service-mcp"`;
  const [status, headers] = await ask("POST", spec.path);
  expect([status, headers]).toEqual([401, { ...base, "www-authenticate": challenge }]);
  const wrong = await ask("POST", spec.path, { Authorization: `Bearer two_${"x".repeat(49)}` });
  const invalid = { ...base, "www-authenticate": `${challenge}, error="invalid_token"` };
  expect(wrong.slice(0, 2)).toEqual([401, invalid]);
  const { token } = await mint({ scopes: [] });
  const denied = await fetch(endpoint, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": json },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "service_list_forms", arguments: {} },
    }),
  });
  expect([denied.status, denied.headers.get("www-authenticate")]).toEqual([200, null]);
});
