/** The types of the files of a spec after the check of their structure. */
import type { AccountState } from "../model/account-state.ts";
import type {
  Draws,
  Entity,
  EntityChange,
  Idempotency,
  Requirement,
  ResultFile,
  Revision,
  Roles,
  Spending,
  Sum,
  TaskRule,
} from "../model/behaviour.ts";
import type { Copying } from "../model/copying.ts";
import type { LayoutShape } from "../model/layout.ts";
import type { Listing } from "../model/listing.ts";
import type { AuthModel, RegistryModel, ServerModel, Skill } from "../model/model.ts";
import type { Example, Hints, PromptMessage, ToolUi } from "../model/operation.ts";
import type { Overlap } from "../model/overlap.ts";
import type { Filter, Pages } from "../model/pages.ts";
import type { RoundTrip } from "../model/round-trip.ts";
import type { Criterion, Reading, Step } from "../model/scenario.ts";
import type { DurationEnd, QuotaView } from "../model/shown-limit.ts";
import type { ServerTransition, StateMachine, ToolTransition } from "../model/states.ts";
import type { Take } from "../model/take.ts";
import type { Tree } from "../model/tree.ts";

/** `service.yaml` as data, once `language/service.json` has accepted it. */
export interface ServiceFile {
  readonly toolwright: 1;
  readonly server: Omit<ServerModel, "protocolVersions" | "namesVersions"> &
    Partial<Pick<ServerModel, "protocolVersions">>;
  readonly endpoint: {
    readonly transport: "streamable-http" | "stdio";
    readonly path?: string;
    readonly serverCard?: boolean;
  };
  readonly auth: Pick<AuthModel, "scheme"> & Partial<AuthModel>;
  readonly scopes?: Readonly<Record<string, string>>;
  readonly modes: Readonly<Record<string, Hints>>;
  readonly limits?: Readonly<Record<string, LimitShape>>;
  readonly failures?: Readonly<
    Record<string, { readonly when: string; readonly retryable: boolean; readonly says?: string }>
  >;
  readonly layouts?: Readonly<Record<string, readonly LayoutShape[]>>;
  readonly account_states?: Readonly<Record<string, AccountStateShape>>;
  readonly entities?: Readonly<Record<string, EntityShape>>;
  readonly states?: Readonly<Record<string, MachineShape>>;
  readonly registry?: RegistryModel;
  readonly accept?: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
  readonly resources?: readonly string[];
  readonly prompts?: readonly string[];
  readonly skills?: Readonly<Record<string, Omit<Skill, "at" | "name">>>;
}

interface AccountStateShape extends Pick<AccountState, "when" | "refused"> {
  readonly applies_to: AccountState["appliesTo"];
}

interface LimitShape {
  readonly kind: string;
  readonly description?: string;
  readonly applies_to?: "all" | readonly string[];
  readonly field?: string;
  readonly ends_at?: string;
  readonly before?: string;
  readonly ends?: DurationEnd;
  readonly shown_by?: QuotaView;
  readonly refusals?: string;
  readonly of?: string;
  readonly sum?: string;
  readonly within?: readonly string[];
  readonly while?: readonly string[];
  readonly refused?: string;
  readonly scenario?: string;
  readonly [key: string]: unknown;
}

/** A call whose arguments the spec may leave out. */
type CallShape<Call> = Omit<Call, "input"> & { readonly input?: Readonly<Record<string, unknown>> };

interface EntityShape {
  readonly id: string;
  readonly made_by?: CallShape<NonNullable<Entity["madeBy"]>>;
  readonly ended_by?: CallShape<NonNullable<Entity["endedBy"]>>;
  readonly private?: string;
  readonly observed_by?: readonly string[];
  readonly shared_by?: Omit<CallShape<NonNullable<Entity["sharedBy"]>>, "differs" | "roles"> & {
    readonly differs?: readonly string[];
    readonly roles?: Omit<Roles, "sees"> & { readonly sees?: Roles["sees"] };
  };
}

type MachineShape = Pick<StateMachine, "field" | "initial" | "refused" | "exclusive"> & {
  readonly transitions: Readonly<Record<string, CallTransitionShape | ServerTransitionShape>>;
};

type CallTransitionShape = Omit<TransitionShape<ToolTransition>, "by"> & {
  readonly by: CallShape<ToolTransition["by"]>;
};

type ServerTransitionShape = TransitionShape<ServerTransition>;

type TransitionShape<Transition> = Omit<Unnamed<Transition>, "changes"> & {
  readonly changes?: readonly ChangeShape[];
};

/** An entry of a map without its name, which is the key, and its place, which is the place of the entry. */
type Unnamed<Entry> = Omit<Entry, "name" | "at">;

type ChangeShape = Omit<EntityChange, "at">;

/** The common part of the files of tools, resources and prompts. */
export interface OperationFile {
  readonly name?: string;
  readonly method?: string;
  readonly scope?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly output?: unknown;
  /** For tools only. */
  readonly exactlyOne?: readonly string[];
  readonly failures?: readonly string[];
  readonly icons?: readonly unknown[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A JSON Schema with the additional keys of a parameter. */
export interface ParameterShape {
  readonly complete?: boolean;
  readonly required?: boolean;
  readonly [keyword: string]: unknown;
}

/** `resources/<resource>.yaml` as data, once `language/resource.json` has accepted it. */
export interface ResourceFile extends OperationFile {
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly parameters?: Readonly<Record<string, ParameterShape>>;
  readonly text?: string;
  readonly file?: string;
  readonly annotations?: Hints;
  readonly ui?: Readonly<Record<string, unknown>>;
}

/** `prompts/<prompt>.yaml` as data, once `language/prompt.json` has accepted it. */
export interface PromptFile extends OperationFile {
  readonly arguments?: Readonly<Record<string, ParameterShape>>;
  readonly messages?: readonly PromptMessage[];
}

/** `tools/<tool>.yaml` as data, once `language/tool.json` has accepted it. */
export interface ToolFile extends OperationFile {
  readonly mode: string;
  readonly input: unknown;
  /** `text`, the name of a layout, or lines. */
  readonly output_as?: string | readonly LayoutShape[];
  readonly idempotency?: Idempotency;
  readonly pages?: PagesShape;
  readonly filters?: FiltersShape;
  readonly sums?: readonly (Pick<Sum, "total"> & {
    readonly parts?: Sum["parts"];
    readonly items?: string;
    readonly list?: { readonly tool: string; readonly input?: Readonly<Record<string, unknown>> };
    readonly where?: Readonly<Record<string, unknown>>;
  })[];
  readonly repeats?: readonly string[] | Readonly<Record<string, string>>;
  readonly invariants?: readonly string[];
  readonly files?: readonly Omit<ResultFile, "at">[];
  readonly changes?: readonly ChangeShape[];
  readonly requires?: readonly Omit<Requirement, "at">[];
  readonly overlaps?: readonly (Omit<Overlap, "within" | "includesEnd" | "at"> & {
    readonly within?: Overlap["within"];
    readonly includes_end?: Overlap["includesEnd"];
  })[];
  readonly tree?: Omit<Tree, "at">;
  readonly takes?: Omit<Take, "putBy" | "at"> & { readonly put_by: Take["putBy"] };
  /** Argument -> the place of a list. */
  readonly adds?: Readonly<Record<string, string>>;
  readonly removes?: Readonly<Record<string, string>>;
  readonly lists?: Pick<Listing, "items" | "id"> & { readonly where: readonly string[] };
  readonly copies?: Omit<Copying, "except"> & { readonly except?: Copying["except"] };
  readonly round_trip?: Omit<RoundTrip, "from" | "same" | "at"> & {
    readonly same?: RoundTrip["same"];
    readonly from: string | Required<RoundTrip["from"]>;
  };
  readonly revision?: Omit<Revision, "shownBy" | "except"> & {
    readonly shown_by: Revision["shownBy"];
    readonly except?: Revision["except"];
  };
  readonly draws?: Pick<Draws, "limit" | "with"> & {
    readonly returned_on?: Draws["returnedOn"];
    readonly returned_in?: Draws["returnedIn"];
  };
  readonly spends?: string | Required<Spending>;
  readonly task?: TaskWhen | TaskShape;
  readonly deadline_seconds?: number;
  readonly annotations?: Hints;
  readonly ui?: ToolUi;
  readonly execution?: Readonly<Record<string, unknown>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, Omit<Unnamed<Example>, "live" | "liveOutput">>>;
}

type FiltersShape = Readonly<
  Record<string, string | (Pick<Filter, "is" | "days"> & { readonly path: string | readonly string[] })>
>;

type PagesShape = Omit<Pages, "filters" | "order"> & {
  readonly filters?: FiltersShape;
  readonly order?: OrderShape | OrdersShape;
};

export interface OrderShape {
  readonly path: string;
  readonly descending?: boolean;
}

export interface OrdersShape {
  readonly argument: string;
  readonly values: Readonly<Record<string, OrderShape>>;
}

type TaskWhen = "never" | TaskRule["when"];

export interface TaskShape {
  readonly when: TaskWhen;
  readonly after_seconds?: number;
  readonly keep_seconds?: number;
  readonly poll_seconds?: number;
}

/** `scenarios/<story>.yaml` as data, once `language/scenario.json` has accepted it. */
export interface ScenarioFile {
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly summary?: string;
    readonly description?: string;
    readonly inputs?: unknown;
    readonly steps: readonly (Pick<
      Step,
      "description" | "hook" | "account" | "scopes" | "failure" | "atOnce" | "within"
    > & {
      readonly stepId: string;
      readonly operationId?: string;
      readonly requestBody?: Pick<Step, "payload">;
      readonly unchanged?: readonly (Partial<Pick<Reading, "payload">> & {
        readonly operationId: string;
      })[];
      readonly successCriteria?: readonly (Pick<Criterion, "condition" | "context"> &
        Partial<Pick<Criterion, "type">>)[];
      readonly outputs?: Step["outputs"];
    })[];
    readonly outputs?: Step["outputs"];
  }[];
}
