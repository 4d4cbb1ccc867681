/** `@toolwright/conformance/login`: signs in at the authorization server of an MCP server. */
export { type Login, type LoginIo, type SignedIn, signedInSource, signIn } from "./login.ts";
export { findProtectedResource, type ProtectedResource } from "./metadata.ts";
