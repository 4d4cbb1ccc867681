/** Writes the start message of `toolwright mock`, and the target file with which the conformance suite tests the mock. */
import { formatCount } from "@toolwright/check/report";
import { stringify } from "yaml";
import type { MockToken } from "../../mock/tokens.ts";
import type { Model } from "../../model/model.ts";
import { firstAccount } from "./options.ts";
import type { RunningMock } from "./server.ts";

export interface Greeted {
  readonly running: RunningMock;
  readonly model: Model;
  readonly tokens: readonly MockToken[];
  /** Whether the tokens were made for this run; others are not repeated. */
  readonly areNew: boolean;
}

export function greeting({ running, model, tokens, areNew }: Greeted): string {
  const { name } = model.server;
  const count = formatCount(model.tools.length, "tool");
  const isOpen = model.auth.scheme === "none";
  const [first] = tokens;
  const shown = areNew && first ? first.secret : "$TOKEN";
  const header = isOpen ? "" : ` --header "Authorization: Bearer ${shown}"`;
  const list = tokens.map(({ secret, account }) => `    ${secret}  account ${account}, every scope\n`);
  return `
  The mock of ${name} (${count}) listens at ${running.url}
${isOpen || !areNew ? "" : `\n  Tokens for this run:\n\n${list.join("")}`}
  Connect an agent:

    claude mcp add --transport http ${name} ${running.url}${header}

  Stop with Ctrl+C. What callers have made is gone then.

`;
}

export function targetText({ running, model, tokens }: Greeted): string {
  const { hooks } = running;
  const isOpen = model.auth.scheme === "none";
  const known = tokens.map(({ secret, account, scopes }) => ({
    token: secret,
    scopes,
    ...(account !== firstAccount && { account }),
  }));
  const target = {
    name: `mock of ${model.server.name}`,
    url: running.url,
    ...(!isOpen && { tokens: known }),
    hooks: { ...(!isOpen && { mint: hooks, revoke: hooks, expire: hooks, account: hooks }), clock: hooks },
    coded: true,
  };
  return `# Written by toolwright mock, for this run of it: toolwright conformance --target FILE\n${stringify(target)}`;
}
