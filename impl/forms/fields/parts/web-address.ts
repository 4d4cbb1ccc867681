/** Addresses of web pages as people type them. Browsers load it, too. */

/** The whole address; without a scheme, https is assumed. Undefined: it is none that a browser can open, or has a password in it. */
export function readWebAddress(text: string): string | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
    const isWebAddress = /^https?:$/.test(url.protocol) && /^[^.\s]+(\.[^.\s]+)+$/.test(url.hostname);
    return isWebAddress && url.username + url.password === "" ? url.href : undefined;
  } catch {
    return undefined;
  }
}
