/** The MCP endpoint of a service, without a server: `http/` connects it with servers. */
import type { ClaimState } from "../calls/request-state.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../dispatch/dispatcher.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlerTypes } from "../service/handlers-for.ts";
import type { Log } from "../service/log.ts";
import { authSchemes, type RateRule, reportsChanges, type Service } from "../service/service.ts";
import type { TokenIssuer } from "../service/token-issuer.ts";
import { handleCors } from "./cors.ts";
import { createDelivery } from "./delivery.ts";
import { createErrorBoundary, type ErrorBoundary } from "./error-boundary.ts";
import type { Exchange, OnRefusal } from "./exchange.ts";
import { type Authenticate, Gate } from "./gate.ts";
import type { HostRule } from "./hosts.ts";
import { protectedResource } from "./protected-resource.ts";
import { fixedWindow, type Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { sharedBudget } from "./shared-budget.ts";
import { toolRates } from "./tool-rates.ts";

/** Callers come from `authenticate`. */
export interface EndpointOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller>
  extends DispatcherOptions<Types, Who> {
  /** The path of the endpoint, if it is not that of the spec. */
  readonly path?: string;
  /**
   * Required where the spec says `auth.scheme: bearer`, also beside `oauth`. What it returns is the type of `call.caller`. Handlers that
   * are written in place see that type if they stand after it.
   */
  readonly authenticate?: Authenticate<Who> | undefined;
  /** Who issues access tokens: required where the spec says `auth.scheme: oauth`, possible where it says `offers: [oauth]`. */
  readonly oauth?: TokenIssuer<Who> | undefined;
  /** Counts requests against the rate; by default this process counts them by the rate of the spec. */
  readonly limit?: Limit;
  /** Makes what counts a rate of single tools; by default this process counts. */
  readonly toolLimit?: (rule: RateRule) => Limit;
  /** The clock for the defaults of `limit` and `toolLimit`, in milliseconds since the epoch. */
  readonly now?: () => number;
  /**
   * Signs the state of calls that wait for an answer of their client (`call.ask`, `call.requestInput`). By default random: such calls
   * end with the process. Servers that share the work share it, and a `claimState`. Of several, the first one signs and all verify.
   */
  readonly stateSecret?: string | readonly string[];
  /** Records that such a state was used, and tells whether it was the first time; by default this process does. */
  readonly claimState?: ClaimState;
  /** Called for every request that the runtime answers with an HTTP status from 400 on; routes of the application are not included. */
  readonly onRefusal?: OnRefusal;
  /** Size of the largest message, in bytes; 4 MiB. */
  readonly maxBodyBytes?: number;
}

export interface Endpoint extends Pick<Dispatcher, "log" | "deadlineMs" | "endStreams" | "abandonAll"> {
  readonly service: Service;
  readonly onRefusal: OnRefusal;
  readonly errorBoundary: ErrorBoundary;
  /** Whether the deployment takes tokens of an authorization server. */
  readonly takesOAuth: boolean;
  /** Whether a path is that of the endpoint, or of the metadata of OAuth where they are served. */
  owns(path: string, publicUrl: string | undefined): boolean;
  /** Answers a request to the endpoint whose `Host` and `Origin` are allowed. */
  answer(exchange: Exchange, hosts: HostRule): void;
  /** Answers such a request for the metadata of OAuth. Returns whether it was one. */
  describe(exchange: Exchange, path: string, hosts: HostRule): boolean;
}

/** @throws TypeError if a handler is missing, or what the spec requires for the tokens of its callers */
export function createEndpoint(declared: Service, options: EndpointOptions): Endpoint {
  const service = { ...declared, path: options.path ?? declared.path };
  const { visible, now = Date.now, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const states = { secret: options.stateSecret, claim: options.claimState, now };
  const dispatcher = createDispatcher(service, options, states);
  const { log } = dispatcher;
  const errorBoundary = createErrorBoundary(log);
  const resource = protectedResource(service, options.oauth);
  const delivery = createDelivery({
    service,
    resource,
    dispatcher,
    errorBoundary,
    authenticateAgain: (exchange, caller) => gate.authenticateAgain(exchange, caller),
  });
  const gate = new Gate({
    service,
    authenticate: authenticateFor(service, options.authenticate),
    resource,
    limit: options.limit ?? fixedWindow(service.rate, now),
    maxBodyBytes,
    budget: sharedBudget({ bytes: 8 * maxBodyBytes, bytesOfCaller: 4 * maxBodyBytes }),
    errorBoundary,
    ratesOf: toolRates(service, options.toolLimit ?? ((rule) => fixedWindow(rule, now)), visible),
    deliver: delivery.deliver,
    openStream: reportsChanges(service) ? delivery.openStream : undefined,
  });
  return {
    ...dispatcher,
    service,
    onRefusal: withErrorsLogged(options.onRefusal, log),
    errorBoundary,
    takesOAuth: resource !== undefined,
    owns: (path, publicUrl = "http://localhost") =>
      path === service.path || resource?.metadataAt(path, publicUrl) !== undefined,
    answer(exchange, hosts) {
      if (!isPreflight(exchange, hosts)) gate.check(exchange, findPublicUrl(exchange, hosts));
    },
    describe(exchange, path, hosts) {
      const metadata = resource?.metadataAt(path, findPublicUrl(exchange, hosts));
      if (metadata === undefined) return false;
      if (isPreflight(exchange, hosts)) return true;
      if (exchange.method === "GET") exchange.send(200, metadata);
      else exchange.refuse(refusals.readOnly);
      return true;
    },
  };
}

/** A listener that throws does not change the answer. */
function withErrorsLogged(onRefusal: OnRefusal = () => {}, log: Log): OnRefusal {
  return (status) => {
    try {
      onRefusal(status);
    } catch (error) {
      log.error({ event: "on_refusal_broke", error });
    }
  };
}

/** Without a public URL, only requests to loopback are answered, at whatever port they come to. */
function findPublicUrl(exchange: Exchange, { publicUrl }: HostRule): string {
  return publicUrl ?? new URL(exchange.url).origin;
}

function isPreflight(exchange: Exchange, hosts: HostRule): boolean {
  const origin = exchange.header("origin");
  return origin !== undefined && handleCors(exchange, origin, hosts);
}

function authenticateFor({ auth }: Service, authenticate: Authenticate | undefined): Authenticate {
  if (authenticate === undefined && authSchemes(auth).includes("bearer"))
    throw new TypeError("This service needs authenticate(): its callers bring tokens.");
  if (authenticate !== undefined && auth.scheme === "oauth")
    throw new TypeError("This service takes tokens of OAuth alone: pass oauth, and no authenticate().");
  return authenticate ?? (() => undefined);
}
