/** The server of the tests accepts tokens of their authorization server. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { startAuthorizationServer } from "./authorization-server.ts";

export const { issuer, tokenFor } = await startAuthorizationServer();
export const callers = { oauth: jwtIssuer({ issuer }) };
