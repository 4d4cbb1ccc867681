/** `mcp-publisher`, the Registry's own program: it has the logins of the Registry, and sends entries. */
import { execFile } from "node:child_process";
import { PublishError } from "./entry.ts";

/** How long a login or a publication may take. */
const timeoutMs = 120_000;

/**
 * The arguments of the login that this environment allows: GitHub Actions say which repository runs (`id-token: write`),
 * `MCP_GITHUB_TOKEN` is a token of GitHub, `MCP_PRIVATE_KEY` the key of a domain. Undefined: none, so that only a login of before counts.
 */
export function chooseLogin(name: string, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  const domain = readDomain(name);
  if (domain === undefined) {
    if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return ["login", "github-oidc"];
    return env.MCP_GITHUB_TOKEN ? ["login", "github"] : undefined;
  }
  const key = env.MCP_PRIVATE_KEY;
  return key ? ["login", "dns", "--domain", domain, "--private-key", key] : undefined;
}

/** Says who would be logged in, without a secret, or what a login needs. */
export function describeLogin(name: string, env: NodeJS.ProcessEnv): string {
  const domain = readDomain(name);
  const [, method] = chooseLogin(name, env) ?? [];
  if (method === "github-oidc") return "this workflow, by GitHub (id-token)";
  if (method === "github") return "the token in MCP_GITHUB_TOKEN";
  if (method === "dns") return `the key of ${domain} in MCP_PRIVATE_KEY`;
  return domain === undefined
    ? "none here: run mcp-publisher login github, or give a workflow the permission id-token: write"
    : `none here: run mcp-publisher login dns --domain ${domain}, or set MCP_PRIVATE_KEY`;
}

/** The domain of `org.example/notes`: `example.org`. Undefined for names of GitHub accounts. */
function readDomain(name: string): string | undefined {
  const [namespace = ""] = name.split("/");
  return namespace.startsWith("io.github.") ? undefined : namespace.split(".").reverse().join(".");
}

/** @throws PublishError if the program is not installed */
export async function runPublisher(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly output: string }> {
  return await new Promise((resolve, reject) => {
    execFile("mcp-publisher", args, { env, timeout: timeoutMs }, (error, stdout, stderr) => {
      const output = hideKey(stdout + stderr, env);
      if (error === null) resolve({ code: 0, output });
      else if (error.code === "ENOENT")
        reject(
          new PublishError(
            "There is no mcp-publisher. Install the Registry's program: https://modelcontextprotocol.io/registry/quickstart",
          ),
        );
      else resolve({ code: typeof error.code === "number" ? error.code : 1, output });
    });
  });
}

function hideKey(
  output: string,
  { MCP_PRIVATE_KEY: key, MCP_GITHUB_TOKEN: token }: NodeJS.ProcessEnv,
): string {
  return [key, token].reduce<string>(
    (shown, secret) => (secret ? shown.replaceAll(secret, "***") : shown),
    output,
  );
}
