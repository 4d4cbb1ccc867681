/**
 * Whether a request looks for an OAuth server. Clients probe these addresses when they meet a Bearer challenge; any
 * answer but a JSON 404 (a page, a redirect to a login) makes them start a login that cannot succeed.
 */
export function looksForOAuth(method: string | undefined, path: string, endpoint: string): boolean {
  if (path === "/register") return method === "POST";
  const below = path.startsWith(`${endpoint}/`) ? path.slice(endpoint.length) : path;
  return below.startsWith("/.well-known/oauth-") || isOpenIdConfiguration(below);
}

/** RFC 8414 puts the path of the issuer behind the well-known name, OpenID Connect before it. */
function isOpenIdConfiguration(path: string): boolean {
  const known = "/.well-known/openid-configuration";
  return path === known || path.startsWith(`${known}/`);
}
