/** What a server shows without a token, as findings: each rule at a server that breaks it, and at the forms that are right. */
import { requirementOf } from "@toolwright/conformance/protocol";
import type { Source } from "@toolwright/conformance/server-options";
import { expect, test } from "vitest";
import type { SignIn } from "../running-server/sign-in.ts";
import { signInFindings } from "./sign-in.ts";

const source: Source = { kind: "http", url: new URL("https://mcp.example.org/mcp"), headers: {} };
const wellKnown = "https://mcp.example.org/.well-known/oauth-protected-resource";
const login = "https://login.example.org/.well-known/oauth-authorization-server";

const metadata = (more: object, at = `${wellKnown}/mcp`) => ({
  at,
  document: {
    resource: "https://mcp.example.org/mcp",
    authorization_servers: ["https://login.example.org"],
    ...more,
  },
});

type Parts = { readonly [Key in keyof SignIn]?: SignIn[Key] | undefined };

const right: SignIn = {
  status: 401,
  challenge: `Bearer resource_metadata="${wellKnown}/mcp"`,
  resource: metadata({}),
  authorization: { at: login, document: { code_challenge_methods_supported: ["S256"] } },
};

test.each<[string, Parts]>([
  ["names everything", {}],
  ["is open to everybody", { status: 200, challenge: undefined, resource: undefined }],
  ["takes static tokens", { challenge: "Bearer", resource: undefined, authorization: undefined }],
  ["names itself with a slash", { resource: metadata({ resource: "https://mcp.example.org/mcp/" }) }],
  ["names its host at the root", { resource: metadata({ resource: "https://mcp.example.org" }, wellKnown) }],
  ["names a host that is not asked", { authorization: undefined }],
])("a server that %s breaks no rule", (_, more) => {
  expect(signInFindings({ ...right, ...more } as SignIn, source)).toEqual([]);
});

test.each<[string, Parts, string, string]>([
  [
    "a 401 without a challenge",
    { challenge: "Basic" },
    "authorization/challenges",
    "WWW-Authenticate: Basic",
  ],
  [
    "a challenge that leads nowhere",
    {
      resource: undefined,
      authorization: undefined,
      without: { resource: [`${wellKnown}: HTTP 404`], authorization: [] },
    },
    "authorization/points-to-what-exists",
    `${wellKnown}: HTTP 404`,
  ],
  [
    "another resource",
    { resource: metadata({ resource: "https://other.example.org/mcp" }) },
    "oauth/names-itself",
    `${wellKnown}/mcp: resource https://other.example.org/mcp`,
  ],
  [
    "the resource of another path",
    { resource: metadata({ resource: "https://mcp.example.org" }) },
    "oauth/names-itself",
    `${wellKnown}/mcp: resource https://mcp.example.org`,
  ],
  [
    "no authorization server",
    { resource: metadata({ authorization_servers: [] }), authorization: undefined },
    "oauth/names-its-authorization-servers",
    `${wellKnown}/mcp: authorization_servers []`,
  ],
  [
    "an authorization server without metadata",
    { authorization: undefined, without: { resource: [], authorization: [`${login}: HTTP 404`] } },
    "oauth/authorization-server-has-metadata",
    `${login}: HTTP 404`,
  ],
  [
    "no PKCE",
    { authorization: { at: login, document: {} } },
    "oauth/offers-pkce",
    `${login}: code_challenge_methods_supported none`,
  ],
])("%s is a finding", (_, more, code, line) => {
  const found = signInFindings({ ...right, ...more } as SignIn, source);
  expect(found).toMatchObject([{ code, level: "fail", shown: [`got       ${line}`] }]);
});

test("a server on this machine may name the address under which it will be deployed, and no other local one", () => {
  const local: Source = { ...source, url: new URL("http://127.0.0.1:3000/mcp") };
  expect(signInFindings(right, local)).toEqual([]);
  const other = { ...right, resource: metadata({ resource: "http://localhost:4000/mcp" }) };
  expect(signInFindings(other, local).map(({ code }) => code)).toEqual(["oauth/names-itself"]);
});

test("a rule that the suite has, too, has its sentence and its source", () => {
  const [finding] = signInFindings({ ...right, challenge: "Basic" }, source);
  const { must, at } = requirementOf("authorization/challenges");
  expect(finding).toMatchObject({ says: must, source: at });
});
