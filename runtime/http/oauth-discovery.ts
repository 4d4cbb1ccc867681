/**
 * Whether a request looks for an OAuth server. Clients probe these paths when they get a Bearer challenge. Any answer except
 * a JSON 404, such as a page or a redirect, makes them start a login that cannot succeed.
 */
export function isOAuthDiscovery(method: string | undefined, path: string, endpoint: string): boolean {
  if (path === "/register") return method === "POST";
  const relative = path.startsWith(`${endpoint}/`) ? path.slice(endpoint.length) : path;
  return relative.startsWith("/.well-known/oauth-") || isOpenIdConfiguration(relative);
}

/** RFC 8414 appends the issuer's path to the well-known path; OpenID Connect puts it in front. */
function isOpenIdConfiguration(path: string): boolean {
  const wellKnown = "/.well-known/openid-configuration";
  return path === wellKnown || path.startsWith(`${wellKnown}/`);
}
