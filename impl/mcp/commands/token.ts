/** The token command: `npm run -s token -- --help`. Works while the server runs. */
import { scopes } from "../../../generated/scopes.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type Command, withStorage } from "./command-line.ts";
import { runTokenCommand } from "./token-actions.ts";
import { parseTokenCommand } from "./token-arguments.ts";

const knownScopes = Object.keys(scopes);

const help = `Creates, lists and revokes personal access tokens.

  npm run -s token -- create --account EMAIL --scopes SCOPE,SCOPE [options]
  npm run -s token -- list [--account EMAIL] [--json]
  npm run -s token -- revoke TOKEN_ID [--json]

create
  --account EMAIL      account that the token acts for
  --scopes LIST        scopes of the token, from: ${knownScopes.join(", ")}
  --expires-days N     days until it expires (default: never)
  --name TEXT          name shown in lists
  --create-account     create the account if there is none with this address
  --plan PLAN          plan of the new account: trial (default), starter, team or business
  --count N            number of tokens for each --scopes (default: 1)
  --json               one line of JSON a token: token, token_id, scopes, expires_at

The token itself is shown only once, by create. A revocation takes effect at the next request.
The data folder is DATA_DIR (./data) or the database DATABASE_URL, the same as the server's.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.

Example:
  npm run -s token -- create --account ada@example.org --create-account --scopes forms:read,forms:write --expires-days 30
`;

export const tokenCommand: Command = async (args, io) => {
  const command = parseTokenCommand(args, knownScopes);
  if (command.command === "help") return io.out(help);
  await withStorage(io, (storage) => runTokenCommand(command, storage, systemClock, io.out));
};
