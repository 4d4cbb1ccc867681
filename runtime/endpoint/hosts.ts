/** Decides which hosts and origins a server accepts. This prevents DNS rebinding. */

export interface HostRule {
  /** The URL under which clients reach the server, if it has one. */
  readonly publicUrl: string | undefined;
  /** Whether requests with this host are answered; others get 403. @param host the value of a `Host` header */
  allowsHost(host: string): boolean;
  /** Whether requests with this origin are answered; others get 403. @param origin the value of an `Origin` header */
  allowsOrigin(origin: string): boolean;
  /** Whether the operator configured this origin, so that its pages may read answers too. */
  listsOrigin(origin: string): boolean;
}

/** The hosts and origins that an operator allows. */
export interface HostPolicy {
  /** The URL under which clients reach the server, such as `https://forms.example.org`; undefined if there is none. */
  readonly publicUrl: string | undefined;
  /** Additional hosts, as `name` or `name:port`. */
  readonly hosts: readonly string[];
  /** Origins of other sites whose pages may call the server, such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether the server listens on loopback only. Then `localhost` is allowed with every port, since a tunnel may change it. */
  readonly loopback: boolean;
}

const hostSyntax = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Makes the rule of a policy. Hosts are compared in lower case, without a trailing dot and without port 80 or 443. */
export function hostRule(policy: HostPolicy): HostRule {
  const own = policy.publicUrl === undefined ? [] : [new URL(policy.publicUrl).host];
  const hosts = new Set([...own, ...policy.hosts].map(canonicalHost));
  const origins = new Set(policy.origins.map(canonicalOrigin));
  return {
    publicUrl: policy.publicUrl,
    allowsHost,
    allowsOrigin: (origin) => listsOrigin(origin) || hasAllowedHost(origin),
    listsOrigin,
  };

  function listsOrigin(origin: string): boolean {
    return origins.has(canonicalOrigin(origin));
  }

  function allowsHost(host: string): boolean {
    if (hosts.has(host)) return true;
    const name = canonicalHost(host);
    return hosts.has(name) || (policy.loopback && loopbackNames.has(name.replace(/:\d{1,5}$/, "")));
  }

  function hasAllowedHost(origin: string): boolean {
    const url = URL.parse(origin);
    if (url === null || url.host === "" || !/^https?:$/.test(url.protocol)) return false;
    return allowsHost(url.host);
  }
}

/** Whether only this machine can reach a server that listens on this address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}

/** Normalises a host: lower case, without a trailing dot and without port 80 or 443. */
function canonicalHost(host: string): string {
  const [, name, port = ""] = hostSyntax.exec(host.toLowerCase()) ?? [];
  if (name === undefined) return host;
  const bare = name.replace(/\.$/, "");
  return ["", "80", "443"].includes(port) ? bare : `${bare}:${port}`;
}

function canonicalOrigin(origin: string): string {
  return origin.toLowerCase().replace(/\/$/, "");
}
