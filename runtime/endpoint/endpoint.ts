/** The MCP endpoint of a service, without a server: `http/` connects it with servers. */
import type { ClaimState } from "../calls/request-state.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../dispatch/dispatcher.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlerTypes } from "../service/handlers-for.ts";
import type { Log } from "../service/log.ts";
import { authSchemes, type RateRule, reportsChanges, type Service } from "../service/service.ts";
import type { TokenIssuer } from "../service/token-issuer.ts";
import { appsChallengePath, sendAppsChallenge } from "./apps-challenge.ts";
import { handleCors } from "./cors.ts";
import { createDelivery } from "./delivery.ts";
import { createErrorBoundary, type ErrorBoundary } from "./error-boundary.ts";
import type { Exchange, OnRefusal } from "./exchange.ts";
import { type Authenticate, Gate } from "./gate.ts";
import type { HostRule } from "./hosts.ts";
import { protectedResource } from "./protected-resource.ts";
import { fixedWindow, type Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { PublicDocuments } from "./server-card.ts";
import { sharedBudget } from "./shared-budget.ts";
import { toolRates } from "./tool-rates.ts";

/** The options of an endpoint. `authenticate` decides the type of callers. */
export interface EndpointOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller>
  extends DispatcherOptions<Types, Who> {
  /** The path of the endpoint; by default the path in the spec. */
  readonly path?: string;
  /**
   * Required if the spec says `auth.scheme: bearer`, also together with `oauth`. The type of its result is the type of `call.caller`.
   * Handlers that are written in the same object literal have this type if they come after it.
   */
  readonly authenticate?: Authenticate<Who> | undefined;
  /** The issuer of access tokens: required if the spec says `auth.scheme: oauth`, optional if it says `offers: [oauth]`. */
  readonly oauth?: TokenIssuer<Who> | undefined;
  /** Counts requests and decides whether the rate allows them. By default this process counts them by the rate in the spec. */
  readonly limit?: Limit;
  /** Creates the counter for a rate of single tools. By default this process counts. */
  readonly toolLimit?: (rule: RateRule) => Limit;
  /** The clock for the defaults of `limit` and `toolLimit`, in milliseconds since the epoch. */
  readonly now?: () => number;
  /**
   * Signs the state of calls that wait for an answer of their client (`call.ask`, `call.requestInput`). The default is random, so such
   * calls fail after a restart. Servers behind one address need the same secret and a shared `claimState`. With several secrets, the
   * first one signs and all verify.
   */
  readonly stateSecret?: string | readonly string[];
  /** Records that such a state was used. Returns whether this was the first time. By default this process remembers the used states. */
  readonly claimState?: ClaimState;
  /** Called for every request that the runtime answers with an HTTP status from 400 on; routes of the application are not included. */
  readonly onRefusal?: OnRefusal;
  /** Size of the largest message, in bytes; 4 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * The token by which OpenAI's portal for plugins verifies that the host is yours, answered at
   * `/.well-known/openai-apps-challenge`. Without it, the runtime does not answer there.
   */
  readonly openaiAppsChallenge?: string | undefined;
}

export interface Endpoint
  extends Pick<Dispatcher, "log" | "deadlineMs" | "endStreams" | "abandonAll" | "resumeTask" | "failTask"> {
  readonly service: Service;
  readonly onRefusal: OnRefusal;
  readonly errorBoundary: ErrorBoundary;
  /** Whether the deployment accepts tokens of an authorization server. */
  readonly takesOAuth: boolean;
  /** Whether a path belongs to the endpoint, to its server card, its OAuth metadata or the challenge of OpenAI, if it serves these. */
  owns(path: string, publicUrl: string | undefined): boolean;
  /** Answers a request to the endpoint whose `Host` and `Origin` are allowed. */
  answer(exchange: Exchange, hosts: HostRule): void;
  /**
   * Answers a request for the server card, or also for the catalog of the host, with any `Origin`. Returns whether it was one: never, if the
   * spec turns them off.
   */
  publish(exchange: Exchange, path: string, hosts: HostRule, of: "endpoint" | "host"): boolean;
  /** Answers such a request if it is for the OAuth metadata or the challenge of OpenAI. Returns whether it was. */
  describe(exchange: Exchange, path: string, hosts: HostRule): boolean;
}

/** @throws TypeError if a handler is missing, or the option that authenticates the callers of this spec */
export function createEndpoint(declared: Service, options: EndpointOptions): Endpoint {
  const service = { ...declared, path: options.path ?? declared.path };
  const { visible, now = Date.now, maxBodyBytes = 4 * 1024 * 1024, openaiAppsChallenge } = options;
  const states = { secret: options.stateSecret, claim: options.claimState, now };
  const dispatcher = createDispatcher(service, options, states);
  const { log } = dispatcher;
  const errorBoundary = createErrorBoundary(log);
  const resource = protectedResource(service, options.oauth);
  const documents = service.card && new PublicDocuments(service, service.card, resource !== undefined);
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
    onRefusal: catchErrors(options.onRefusal, log),
    errorBoundary,
    takesOAuth: resource !== undefined,
    owns: (path, publicUrl = "http://localhost") =>
      path === service.path ||
      documents?.hasCardAt(path) === true ||
      (openaiAppsChallenge !== undefined && path === appsChallengePath) ||
      resource?.metadataAt(path, publicUrl) !== undefined,
    answer(exchange, hosts) {
      if (!isPreflight(exchange, hosts)) gate.check(exchange, findPublicUrl(exchange, hosts));
    },
    publish(exchange, path, hosts, of) {
      const isOne = documents?.hasCardAt(path) || (of === "host" && documents?.hasCatalogAt(path));
      if (!isOne) return false;
      documents?.answer(exchange, path, findPublicUrl(exchange, hosts));
      return true;
    },
    describe(exchange, path, hosts) {
      if (openaiAppsChallenge !== undefined && path === appsChallengePath) {
        sendAppsChallenge(exchange, openaiAppsChallenge);
        return true;
      }
      const metadata = resource?.metadataAt(path, findPublicUrl(exchange, hosts));
      if (metadata === undefined) return false;
      if (isPreflight(exchange, hosts)) return true;
      if (exchange.method === "GET") exchange.send(200, metadata);
      else exchange.refuse(refusals.readOnly);
      return true;
    },
  };
}

/** Wraps the listener: an error that it throws is logged and does not change the answer. */
function catchErrors(onRefusal: OnRefusal = () => {}, log: Log): OnRefusal {
  return (status) => {
    try {
      onRefusal(status);
    } catch (error) {
      log.error({ event: "on_refusal_broke", error });
    }
  };
}

/** Returns the public URL, or the origin of the request: without a public URL, only requests to loopback are answered, on any port. */
function findPublicUrl(exchange: Exchange, { publicUrl }: HostRule): string {
  return publicUrl ?? new URL(exchange.url).origin;
}

function isPreflight(exchange: Exchange, hosts: HostRule): boolean {
  const origin = exchange.header("origin");
  return origin !== undefined && handleCors(exchange, origin, hosts);
}

function authenticateFor({ auth }: Service, authenticate: Authenticate | undefined): Authenticate {
  if (authenticate === undefined && authSchemes(auth).includes("bearer"))
    throw new TypeError("This service needs authenticate(): its callers send Bearer tokens.");
  if (authenticate !== undefined && auth.scheme === "oauth")
    throw new TypeError("This service accepts OAuth tokens only: pass oauth instead of authenticate().");
  return authenticate ?? (() => undefined);
}
