/** Tokens without the scope, accounts without access, and ids, cursors, tokens and links that were made up. */
import { service } from "../../generated/tools.ts";
import { callTool, failureCode, type Outcome, post } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { hostileForm } from "./scripts.ts";
import { allScopes } from "./world.ts";

export const matrix: Attack = {
  name: "tools x tokens",
  async run(world) {
    const tokens = await Promise.all(
      allScopes.map(async (scope) => [scope, await world.mint("matrix@example.org", [scope])] as const),
    );
    const results = await Promise.all(
      service.tools.flatMap(({ name, scopes }) =>
        tokens.map(async ([scope, token]) => {
          const outcome = await callTool(world.endpoint, token, name, { nothing: true });
          const isRefused = failureCode(outcome) === "insufficient_scope";
          return [`${name} with ${scope}`, isRefused === !mayCall(scopes, scope), readCode(outcome)] as const;
        }),
      ),
    );
    return judgeResults(results);
  },
};

function mayCall(needed: readonly string[], scope: string): boolean {
  return needed.every((one) => one === scope);
}

function readCode(outcome: Outcome): string | undefined {
  return failureCode(outcome) ?? (outcome.isError ? "error" : "success");
}

export const strangers: Attack = {
  name: "forms of another account",
  async run(world) {
    const [owner, stranger] = [await world.mint("ada@example.org"), await world.mint("eve@example.org")];
    const form_id = await world.publish(owner, hostileForm("plain"));
    const look = () =>
      callTool(world.endpoint, owner, "service_get_form", { form_id, include_structure: true });
    const before = JSON.stringify((await look()).structuredContent);
    const calls: readonly (readonly [tool: string, args: object])[] = [
      ["service_get_form", {}],
      ["service_update_form", { status_action: "archive" }],
      ["service_update_form", { password: null }],
      ["service_update_form", { ai_prompt: "Remove all fields" }],
      ["service_clone_form", {}],
      ["service_share_form", { email: "eve@example.org", permission: "admin" }],
      ["service_get_responses", {}],
      ["service_export_responses", { format: "csv" }],
    ];
    const ids = [form_id, `frm_${"0".repeat(22)}`];
    const results = await Promise.all(
      calls.flatMap(([tool, args]) =>
        ids.map(async (id) => {
          const outcome = await callTool(world.endpoint, stranger, tool, { form_id: id, ...args });
          return [
            `${tool} ${Object.keys(args)} of ${id}`,
            failureCode(outcome) === "not_found",
            readCode(outcome),
          ] as const;
        }),
      ),
    );
    const after = JSON.stringify((await look()).structuredContent);
    return judgeResults([...results, ["the form is unchanged", after === before, after]]);
  },
};

const MUTANTS = 60;

/** The text with one character replaced, at places that are spread over it. */
function mutants(text: string): string[] {
  return Array.from({ length: MUTANTS }, (_, n) => {
    const at = Math.floor((n * text.length) / MUTANTS);
    return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  }).filter((mutant) => mutant !== text);
}

export const forged: Attack = {
  name: "forged ids, cursors, tokens and links",
  async run(world) {
    const token = await world.mint("forged@example.org");
    const form = await world.publish(token, hostileForm("plain"));
    await world.publish(token, hostileForm("plain"));
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const list = (cursor?: string) =>
      callTool(world.endpoint, token, "service_list_forms", { limit: 1, ...(cursor && { cursor }) });
    const cursor = (await list()).structuredContent.next_cursor as string;
    const exported = await callTool(world.endpoint, token, "service_export_responses", {
      form_id: form,
      format: "csv",
    });
    const download = exported.structuredContent.download_url as string;
    const [address = "", query = ""] = download.split("?");
    const ticket = Buffer.from(JSON.stringify({ response: `rsp_${"0".repeat(22)}` })).toString("base64url");
    const fetchStatus = async (url: string) => (await fetch(url)).status;
    const results = [
      ...(await Promise.all(
        mutants(token).map(async (mutant) => {
          const { status } = await post(world.endpoint, mutant, ping);
          return [`token ${mutant.length}`, status === 401, status] as const;
        }),
      )),
      ...(await inTurn(mutants(cursor), async (mutant) => {
        const code = failureCode(await list(mutant));
        return [`cursor ${mutant}`, code === "invalid_input", code] as const;
      })),
      ...(await inTurn(mutants(query), async (mutant) => {
        const status = await fetchStatus(`${address}?${mutant}`);
        return [`link ${mutant}`, status === 403 || status === 404 || status === 410, status] as const;
      })),
      ...(await inTurn(["AAAAAAAAAAAAAAAAAAAAAA", "", "x".repeat(22)], async (signature) => {
        const status = await fetchStatus(`${world.origin}/f/${form}/sent/${ticket}.${signature}`);
        return [`ticket ${signature}`, status === 404, status] as const;
      })),
      ...(await inTurn(
        ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%00", "frm_%27OR%271%27=%271"],
        async (path) => {
          const statuses = await Promise.all(
            [`/f/${path}`, `/files/${path}`, `/assets/${path}`].map((one) => fetchStatus(world.origin + one)),
          );
          return [
            `path ${path}`,
            statuses.every((status) => status >= 400 && status < 500),
            statuses,
          ] as const;
        },
      )),
    ];
    return judgeResults(results);
  },
};

async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
