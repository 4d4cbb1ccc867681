/** Decides the criteria about pages of MCP Apps, by the `_meta` of their content. */
import { createHash } from "node:crypto";
import { showName } from "../descriptions/frame.ts";
import type { AppPage } from "../running-server/pages.ts";
import { type Breach, isLoopbackHost, readMember, showValue, toText } from "./breach.ts";
import type { DirectoryInput } from "./input.ts";

/** What is wrong with a page, as a line; undefined: nothing. */
type Explain = (page: AppPage, input: DirectoryInput) => string | undefined;

/** By the id of the criterion. A server without pages keeps them all. */
export const pageCriteria: Readonly<
  Record<string, (pages: readonly AppPage[], input: DirectoryInput) => readonly Breach[]>
> = {
  "claude-ui-domain": eachPage((page, { endpoint }) => {
    const domain = readMember(page.meta.ui, "domain");
    const wanted = endpoint && domainOfClaude(endpoint);
    if (domain === undefined || domain === wanted) return undefined;
    return `ui.domain ${toText(domain)}${wanted === undefined ? "" : `, not ${wanted}`}`;
  }),
  "chatgpt-ui-domain": eachPage(({ meta }, { endpoint }) => {
    const domains = [readMember(meta.ui, "domain"), meta["openai/widgetDomain"]];
    if (domains.some((domain) => isOwnOrigin(URL.parse(toText(domain)), endpoint))) return undefined;
    const [named] = domains.filter((domain) => domain !== undefined).reverse();
    return named === undefined
      ? "no ui.domain, no openai/widgetDomain"
      : `not an https origin: ${toText(named)}`;
  }),
  "chatgpt-ui-csp": eachPage(({ meta }) =>
    readMember(meta.ui, "csp") === undefined && meta["openai/widgetCSP"] === undefined
      ? "no ui.csp"
      : undefined,
  ),
  "chatgpt-frames": eachPage(({ meta }) => {
    const frames = readMember(readMember(meta.ui, "csp"), "frameDomains");
    return Array.isArray(frames) && frames.length > 0 ? `frameDomains ${toText(frames)}` : undefined;
  }),
};

/** A server on this machine names itself: deployed, it will name its https origin. */
function isOwnOrigin(origin: URL | null, endpoint: URL | undefined): boolean {
  const isLocal = endpoint !== undefined && isLoopbackHost(endpoint.hostname);
  return origin?.protocol === "https:" || (isLocal && origin?.origin === endpoint.origin);
}

function eachPage(explain: Explain) {
  return (pages: readonly AppPage[], input: DirectoryInput): readonly Breach[] =>
    pages.flatMap((page) => {
      const shown = explain(page, input);
      return shown === undefined ? [] : [{ place: showName(page.uri), shown: [showValue(shown)] }];
    });
}

/** The origin that Claude gives to the pages of a server. */
export function domainOfClaude(endpoint: URL): string {
  return `${createHash("sha256").update(endpoint.href).digest("hex").slice(0, 32)}.claudemcpcontent.com`;
}
