import type { CaseFile, Credential } from "../cases/format.ts";
import type { ProxiedRequest, ProxiedResponse } from "./messages.ts";
import type { Observations } from "./recorder.ts";
import type { FaultScope } from "./scope.ts";

/** The server behind the proxy, which keeps its spec. */
export interface HealthyServer {
  (request: ProxiedRequest): Promise<ProxiedResponse>;
  /** `Bearer ...` of a token with these scopes, or with all of them. */
  authorization(scopes?: readonly string[]): string;
  /** What is wrong with a credential, if something is: the server knows the tokens that it gave out. */
  stateOf(authorization: string | undefined): (Credential & string) | "valid";
}

/** Answers a request as a server that breaks its spec would, mostly by asking the healthy one. */
export type FaultyServer = (request: ProxiedRequest, server: HealthyServer) => Promise<ProxiedResponse>;

/** A server that breaks its spec in one way at one place. */
export interface Fault {
  /** `ignore-scope/service_get_form/forms:read`: the operator, then where. */
  readonly id: string;
  readonly operator: string;
  /** What it does wrong, as a sentence. */
  readonly description: string;
  readonly scope: FaultScope;
  /** Whether nothing that can be sent tells the faulty server from the healthy one. Costly, so asked only of the chosen. */
  isEquivalent?(): boolean;
  /** Made anew for each run: it may remember what it has done. */
  start(): FaultyServer;
}

/** A way to break a server. It knows the spec and what the healthy server says, and nothing of how the suite judges. */
export interface Operator {
  readonly name: string;
  /** Everything that it can do to this server. */
  faults(context: FaultContext): readonly FaultDraft[];
}

/** A fault, but for its operator. */
export type FaultDraft = Omit<Fault, "id" | "operator"> & { readonly location: string };

export interface FaultContext {
  readonly cases: CaseFile;
  readonly observed: Observations;
}
