/** Which hosts and origins a server answers to: the guard against DNS rebinding. */
export interface HostRule {
  /** `host` is the value of a `Host` header. */
  allowsHost(host: string): boolean;
  /** `origin` is the value of an `Origin` header. */
  allowsOrigin(origin: string): boolean;
  /** Whether the operator has named this very origin, so that its pages may read answers, too. */
  listsOrigin(origin: string): boolean;
}

export interface HostPolicy {
  /** Where clients reach the server, such as `https://forms.example.org`. */
  readonly publicUrl: string;
  /** More hosts it answers to, as `name` or `name:port`. */
  readonly hosts: readonly string[];
  /** Origins of other sites whose pages may call it, such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether it listens on loopback only; then every port of `localhost` will do, since a tunnel may change it. */
  readonly loopback: boolean;
}

const hostSyntax = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function hostRule(policy: HostPolicy): HostRule {
  const hosts = new Set([new URL(policy.publicUrl).host, ...policy.hosts].map(canonicalHost));
  const origins = new Set(policy.origins.map(canonicalOrigin));
  return {
    allowsHost,
    allowsOrigin: (origin) => listsOrigin(origin) || comesFromAllowedHost(origin),
    listsOrigin,
  };

  function listsOrigin(origin: string): boolean {
    return origins.has(canonicalOrigin(origin));
  }

  function allowsHost(host: string): boolean {
    return hosts.has(host) || hosts.has(canonicalHost(host)) || (policy.loopback && namesLoopback(host));
  }

  function comesFromAllowedHost(origin: string): boolean {
    const url = URL.parse(origin);
    if (url === null || url.host === "" || !/^https?:$/.test(url.protocol)) return false;
    return allowsHost(url.host);
  }
}

/** Whether an address to listen on is reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}

function namesLoopback(host: string): boolean {
  return loopbackNames.has(canonicalHost(host).replace(/:\d{1,5}$/, ""));
}

/** Names are compared without case, without the dot of the root and without the ports that schemes imply. */
function canonicalHost(host: string): string {
  const [, name, port = ""] = hostSyntax.exec(host.toLowerCase()) ?? [];
  if (name === undefined) return host;
  const plain = name.replace(/\.$/, "");
  return ["", "80", "443"].includes(port) ? plain : `${plain}:${port}`;
}

function canonicalOrigin(origin: string): string {
  return origin.toLowerCase().replace(/\/$/, "");
}
