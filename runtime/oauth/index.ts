/** `@toolwright/runtime/oauth`: reads the access tokens of an authorization server. Loads nothing of Node. */
export type { TokenIssuer } from "../service/token-issuer.ts";
export type { Claims, OAuthCaller } from "./caller.ts";
export { type IntrospectionOptions, introspectionIssuer } from "./introspection.ts";
export { type JwtIssuerOptions, jwtIssuer } from "./jwt.ts";
