/** The types of the files of a spec, as data whose structure has been checked. */
import type { Hints, RegistryModel } from "../model/model.ts";
import type { Criterion } from "../model/scenario.ts";

/** `service.yaml` as data, once `language/service.ts` has accepted it. */
export interface ServiceFile {
  readonly toolwright: 1;
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly description?: string;
    readonly websiteUrl?: string;
    readonly icons?: readonly unknown[];
    readonly instructions?: string;
    readonly toolPrefix?: string;
    readonly protocolVersions?: readonly string[];
  };
  readonly endpoint: { readonly transport: "streamable-http" | "stdio"; readonly path?: string };
  readonly auth: {
    readonly scheme: "bearer" | "none";
    readonly denial?: "tool-error" | "http-403";
    readonly visibility?: "all" | "by-scope";
    readonly describe?: "meta" | "none";
    readonly realm?: string;
    readonly tokenSource?: string;
  };
  readonly scopes?: Readonly<Record<string, string>>;
  readonly modes: Readonly<Record<string, Hints>>;
  readonly limits?: Readonly<Record<string, LimitShape>>;
  readonly failures?: Readonly<Record<string, { readonly when: string; readonly retryable: boolean }>>;
  readonly states?: Readonly<Record<string, MachineShape>>;
  readonly registry?: RegistryModel;
  readonly accept?: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
}

interface LimitShape {
  readonly kind: string;
  readonly description?: string;
  readonly applies_to?: "all" | readonly string[];
  readonly field?: string;
  readonly [key: string]: unknown;
}

interface MachineShape {
  readonly field: { readonly tool: string; readonly path: string };
  readonly initial: string;
  readonly transitions: Readonly<
    Record<
      string,
      {
        readonly from: readonly string[];
        readonly to: string;
        readonly by: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
      }
    >
  >;
}

/** `tools/<tool>.yaml` as data, once `language/tool.ts` has accepted it. */
export interface ToolFile {
  readonly name?: string;
  readonly method?: string;
  readonly mode: string;
  readonly scope?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly exactlyOne?: readonly string[];
  readonly failures?: readonly string[];
  readonly annotations?: Hints;
  readonly icons?: readonly unknown[];
  readonly execution?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly input: Readonly<Record<string, unknown>>;
        readonly output?: Readonly<Record<string, unknown>>;
        readonly content?: readonly unknown[];
        readonly failure?: string;
      }
    >
  >;
}

/** `scenarios/<story>.yaml` as data, once `language/scenario.ts` has accepted it. */
export interface ScenarioFile {
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly summary?: string;
    readonly description?: string;
    readonly inputs?: unknown;
    readonly steps: readonly {
      readonly stepId: string;
      readonly description?: string;
      readonly operationId: string;
      readonly requestBody?: { readonly payload: Readonly<Record<string, unknown>> };
      readonly successCriteria?: readonly (Pick<Criterion, "condition" | "context"> & Partial<Criterion>)[];
      readonly outputs?: Readonly<Record<string, string>>;
    }[];
    readonly outputs?: Readonly<Record<string, string>>;
  }[];
}
