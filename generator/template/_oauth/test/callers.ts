/** Who may call the server of the tests: whoever has a token of their authorization server. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { startAuthorizationServer } from "./authorization-server.ts";

export const { issuer, tokenFor } = await startAuthorizationServer();
export const callers = { oauth: jwtIssuer({ issuer }) };
