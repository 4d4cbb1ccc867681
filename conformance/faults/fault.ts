/** The interface of faults: a fault is one way in which a server breaks its spec. */
import type { CaseFile, Credential } from "@toolwright/conformance/cases";
import type { ProxiedRequest, ProxiedResponse } from "./messages.ts";
import type { Observations } from "./recorder.ts";
import type { FaultScope } from "./scope.ts";

/** The healthy server behind the proxy. */
export interface HealthyServer {
  (request: ProxiedRequest): Promise<ProxiedResponse>;
  /** `Bearer ...` of a token with these scopes, or with every scope. */
  authorization(scopes?: readonly string[]): string;
  /** Returns "valid", or the mistake of a token. */
  stateOf(authorization: string | undefined): (Credential & string) | "valid";
}

/** Handles a request as a server that breaks its spec would, usually by asking the healthy server. */
export type FaultyServer = (request: ProxiedRequest, server: HealthyServer) => Promise<ProxiedResponse>;

/** A server that breaks its spec in one way at one location. */
export interface Fault {
  /** Operator and location: `ignore-scope/service_get_form/forms:read`. */
  readonly id: string;
  readonly operator: string;
  /** The mistake of the server, as a sentence. */
  readonly description: string;
  readonly scope: FaultScope;
  /**
   * * Returns whether the faulty server answers every request like the healthy one. This is slow, so it is called only for drawn
   * faults.
   */
  isEquivalent?(): boolean;
  /** Called for each run, since a faulty server may keep state. */
  start(): FaultyServer;
}

/** A mutation operator. It knows the spec and what the healthy server answers, but not how the suite judges. */
export interface Operator {
  readonly name: string;
  /** All faults that the operator can make of this server. */
  faults(context: FaultContext): readonly FaultDraft[];
}

/** A fault without its operator. */
export type FaultDraft = Omit<Fault, "id" | "operator"> & { readonly location: string };

export interface FaultContext {
  readonly cases: CaseFile;
  readonly observed: Observations;
}
