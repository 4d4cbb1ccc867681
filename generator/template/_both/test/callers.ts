/** The server of the tests accepts tokens of their authorization server, and one of its own. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { scopes } from "../generated/scopes.ts";
import { Tokens } from "../src/tokens.ts";
import { startAuthorizationServer } from "./authorization-server.ts";

export const { issuer, tokenFor } = await startAuthorizationServer();

/** The secret of a token that the server itself has given. */
export const ownToken = "own";

const tokens = new Tokens();
tokens.add({ secret: ownToken, account: "bo", scopes: Object.keys(scopes) });
export const callers = { authenticate: tokens.authenticate, oauth: jwtIssuer({ issuer }) };
