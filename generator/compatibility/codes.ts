/** The table of findings: what each code means, how much it matters, and what to do about it. */

export const classes = ["breaking", "risky", "additive", "wording"] as const;
export type FindingClass = (typeof classes)[number];

export const subjects = [
  "NAMES",
  "INPUT",
  "OUTPUT",
  "FAILURES",
  "AUTH",
  "SAFETY",
  "LIMITS",
  "STATES",
  "FIELDS",
] as const;
export type Subject = (typeof subjects)[number];

export interface CodeEntry {
  readonly subject: Subject;
  readonly class: FindingClass;
  /** What changed, as a sentence. */
  readonly says: string;
  /** What a caller that worked before would see. */
  readonly sees: string;
  /** What the author of the interface can do. */
  readonly advice: string;
}

const entry =
  (subject: Subject) =>
  (kind: FindingClass, says: string, sees: string, advice: string): CodeEntry => ({
    subject,
    class: kind,
    says,
    sees,
    advice,
  });

const [names, input, output, failures, auth, safety, limits, states, fields] = subjects.map(entry) as [
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
  ReturnType<typeof entry>,
];

const keepAccepting = "Accept what was accepted, or release it as a breaking change.";
const nothing = "Nothing: every call that was right still is.";
const nothingInResults = "Nothing: every result fits what was promised before.";
const none = "Nothing has to be done.";
const mention = "Say it in the changelog, so that people look at their prompts and approvals.";

export const codes = {
  "tool-removed": names(
    "breaking",
    "A tool is gone.",
    "Calls end with an error: the tool is not known.",
    "Keep the tool until its callers have left it; say in its description which tool replaces it.",
  ),
  "tool-added": names("additive", "A tool is new.", nothing, none),
  "tools-reordered": names(
    "wording",
    "The list has another order.",
    "The same tools. Some clients show the first ones only.",
    none,
  ),
  "tool-description-changed": names(
    "risky",
    "The description of a tool has other words.",
    "Models choose and use the tool by this text, so they may act differently.",
    mention,
  ),
  "text-edited": names(
    "wording",
    "A title or the writing of a text changed.",
    "The same words, or a label that people see.",
    none,
  ),
  "entry-changed": names(
    "risky",
    "Another key of a tool changed, such as `icons`, `execution` or `_meta`.",
    "Clients that read this key see another value.",
    mention,
  ),
  "server-renamed": names(
    "risky",
    "The server has another name.",
    "Clients that keep settings or approvals by this name do not find them.",
    "Keep the name; `title` is the name for people.",
  ),
  "endpoint-changed": names(
    "breaking",
    "The server answers at another path, or over another transport.",
    "Connections fail.",
    "Serve the old address, too.",
  ),
  "protocol-version-removed": names(
    "breaking",
    "A revision of MCP is no longer served.",
    "Clients of that revision are refused.",
    "Keep the revision as long as clients use it.",
  ),
  "protocol-version-added": names("additive", "A revision of MCP is served, too.", nothing, none),

  "input-property-removed": input(
    "breaking",
    "An argument is no longer accepted.",
    "Calls that have the argument are refused.",
    keepAccepting,
  ),
  "input-property-ignored": input(
    "risky",
    "An argument is no longer named; the schema is open, so it is still accepted.",
    "Calls with the argument are accepted, and it has no effect any more.",
    "Keep the argument, or close the schema so that callers see a refusal.",
  ),
  "input-property-added": input("additive", "A new optional argument.", nothing, none),
  "input-property-claimed": input(
    "risky",
    "A name that the open schema said nothing about has a schema now.",
    "Nothing, unless a call sent an argument of that name, which no schema asked for, with another kind of value.",
    "Close the schema (`additionalProperties: false`) in the next breaking version: then new arguments are additive.",
  ),
  "input-property-required": input(
    "breaking",
    "An argument is required that was not.",
    "Calls without it are refused.",
    "Give it a default instead.",
  ),
  "input-property-optional": input("additive", "An argument is no longer required.", nothing, none),
  "input-closed": input(
    "breaking",
    "Arguments that the schema does not name are refused now.",
    "Calls with other arguments are refused.",
    keepAccepting,
  ),
  "input-opened": input(
    "additive",
    "Arguments that the schema does not name are accepted now.",
    nothing,
    none,
  ),
  "input-type-narrowed": input(
    "breaking",
    "A value may have fewer types.",
    "Calls with a value of another type are refused.",
    keepAccepting,
  ),
  "input-type-widened": input("additive", "A value may have more types.", nothing, none),
  "input-values-removed": input(
    "breaking",
    "Values are no longer allowed.",
    "Calls with one of them are refused.",
    keepAccepting,
  ),
  "input-values-added": input("additive", "More values are allowed.", nothing, none),
  "input-range-narrowed": input(
    "breaking",
    "A number, text, list or object has a tighter bound.",
    "Calls beyond the new bound are refused.",
    keepAccepting,
  ),
  "input-safe-integer": input(
    "risky",
    "Integers beyond 2^53 - 1 are refused now.",
    "Nothing, unless a call sent such a number, which JSON numbers do not hold exactly.",
    none,
  ),
  "input-range-widened": input(
    "additive",
    "A number, text, list or object has a wider bound.",
    nothing,
    none,
  ),
  "input-text-narrowed": input(
    "breaking",
    "A text needs a pattern or format that it did not need.",
    "Calls with other texts are refused.",
    keepAccepting,
  ),
  "input-text-widened": input(
    "additive",
    "A text needs less: a pattern or format is gone or wider.",
    nothing,
    none,
  ),
  "input-rule-added": input(
    "breaking",
    "A rule that combines schemas refuses what was accepted.",
    "Calls that break the new rule are refused.",
    keepAccepting,
  ),
  "input-rule-removed": input("additive", "A rule that combines schemas refuses less.", nothing, none),
  "input-undecided": input(
    "risky",
    "The schema changed, and neither a proof nor a value that is refused was found.",
    "Perhaps nothing; perhaps some calls are refused.",
    "Compare the two schemas by hand. If they mean the same, write the new one like the old one.",
  ),
  "input-rewritten": input(
    "wording",
    "The schema is written differently; everything that fitted still does.",
    nothing,
    none,
  ),
  "input-default-changed": input(
    "risky",
    "The value that is used when an argument is left out is another one.",
    "The same call has another effect.",
    "Keep the default, or tell callers to send the argument.",
  ),
  "input-description-changed": input(
    "risky",
    "The description of an argument has other words.",
    "Models fill the argument by this text, so they may send other values.",
    mention,
  ),

  "output-schema-removed": output(
    "breaking",
    "The tool no longer says what its results look like.",
    "Results may be anything, and may have no structuredContent.",
    "Keep the schema.",
  ),
  "output-schema-added": output(
    "additive",
    "The tool says what its results look like.",
    nothingInResults,
    none,
  ),
  "output-property-unexpected": output(
    "breaking",
    "Results may have a property that the closed schema refused.",
    "Clients that check results by the old schema refuse them.",
    "Open the schema in a breaking version, or add a tool.",
  ),
  "output-property-added": output(
    "additive",
    "Results have a new property; the old schema left room for it.",
    nothingInResults,
    none,
  ),
  "output-property-removed": output(
    "risky",
    "A property that was optional is no longer in results.",
    "Readers of the property find nothing, or something that no schema describes.",
    "Keep the property.",
  ),
  "output-property-optional": output(
    "breaking",
    "A property that was always there may be missing.",
    "Readers that rely on it fail.",
    "Keep it required.",
  ),
  "output-property-required": output(
    "additive",
    "A property that could be missing is always there.",
    nothingInResults,
    none,
  ),
  "output-opened": output(
    "breaking",
    "Results may have properties that the schema does not name.",
    "Clients that check results by the old schema refuse them.",
    "Keep the schema closed.",
  ),
  "output-closed": output(
    "additive",
    "Results have no other properties than those that the schema names.",
    nothingInResults,
    none,
  ),
  "output-type-widened": output(
    "breaking",
    "A value in results may have more types.",
    "Readers meet a type that they do not expect.",
    "Add another property for the new type.",
  ),
  "output-type-narrowed": output("additive", "A value in results has fewer types.", nothingInResults, none),
  "output-values-added": output(
    "breaking",
    "A value in results may be one that was not possible.",
    "Readers meet a value that they do not handle.",
    "Say in the schema that more values may come, before they do.",
  ),
  "output-values-removed": output("additive", "A value in results is one of fewer.", nothingInResults, none),
  "output-range-widened": output(
    "breaking",
    "A number, text, list or object in results may be beyond its old bound.",
    "Readers meet values that are too large, too small or too many.",
    "Keep the bound.",
  ),
  "output-range-narrowed": output(
    "additive",
    "A number, text, list or object in results has a tighter bound.",
    nothingInResults,
    none,
  ),
  "output-text-widened": output(
    "breaking",
    "A text in results no longer has the pattern or format that it had.",
    "Readers cannot parse it.",
    "Keep the pattern or format.",
  ),
  "output-text-narrowed": output(
    "additive",
    "A text in results has a pattern or format.",
    nothingInResults,
    none,
  ),
  "output-rule-removed": output(
    "breaking",
    "A rule that combines schemas allows results that were not possible.",
    "Readers meet results that they do not expect.",
    "Keep the rule.",
  ),
  "output-rule-added": output(
    "additive",
    "A rule that combines schemas allows fewer results.",
    nothingInResults,
    none,
  ),
  "output-undecided": output(
    "risky",
    "The schema changed, and neither a proof nor a new result was found.",
    "Perhaps nothing; perhaps results that were not possible.",
    "Compare the two schemas by hand. If they mean the same, write the new one like the old one.",
  ),
  "output-rewritten": output(
    "wording",
    "The schema is written differently; all results still fit the old one.",
    nothingInResults,
    none,
  ),
  "output-description-changed": output(
    "risky",
    "The description of a value in results has other words.",
    "Models read the value by this text.",
    mention,
  ),

  "failure-added": failures(
    "risky",
    "A tool may refuse with a code that it did not have.",
    "Callers meet a refusal that they have not seen.",
    mention,
  ),
  "failure-removed": failures(
    "additive",
    "A tool no longer refuses with a code.",
    "Nothing: the refusal does not come.",
    none,
  ),
  "failure-retry-changed": failures(
    "risky",
    "Whether a retry can help with a failure changed.",
    "Callers retry what cannot succeed, or give up what could.",
    mention,
  ),
  "failure-meaning-changed": failures(
    "risky",
    "When a failure happens has other words.",
    "The same code may mean something else.",
    mention,
  ),

  "auth-required": auth(
    "breaking",
    "Calls need credentials that they did not need.",
    "Calls without a token are refused.",
    "Leave the tools open, or release it as a breaking change.",
  ),
  "auth-dropped": auth(
    "risky",
    "Calls need no credentials any more.",
    "Everything that was behind a token is open.",
    "Make sure that this is meant.",
  ),
  "auth-denial-changed": auth(
    "risky",
    "A missing scope is refused in another way.",
    "Clients that react to the old kind of refusal do not see it.",
    mention,
  ),
  "auth-visibility-changed": auth(
    "risky",
    "Which tools a token sees in the list changed.",
    "Clients find more or fewer tools.",
    mention,
  ),
  "auth-scope-added": auth(
    "breaking",
    "A tool needs a scope that it did not need.",
    "Tokens without the scope are refused.",
    "Accept the old scope as well, until tokens have been renewed.",
  ),
  "auth-scope-removed": auth("additive", "A tool needs a scope less.", nothing, none),

  "safety-promise-lost": safety(
    "risky",
    "An annotation no longer promises what it did.",
    "Clients that call the tool without asking, or call it twice, should not any more.",
    mention,
  ),
  "safety-promise-added": safety(
    "risky",
    "An annotation promises more than it did.",
    "Clients may call the tool without asking the person.",
    mention,
  ),
  "safety-hint-rewritten": safety(
    "wording",
    "An annotation is written out or left out; its value is the same.",
    "The same.",
    none,
  ),

  "limit-lowered": limits(
    "breaking",
    "A limit is tighter.",
    "Calls that kept to the old limit are refused.",
    "Keep the limit, or release it as a breaking change.",
  ),
  "limit-raised": limits("additive", "A limit is wider.", nothing, none),
  "limit-added": limits(
    "breaking",
    "A rate or quota applies where none did.",
    "Calls beyond it are refused.",
    "Start with a limit that no caller reaches.",
  ),
  "limit-declared": limits(
    "risky",
    "A limit is declared that was not.",
    "Perhaps nothing: the number may have held before.",
    mention,
  ),
  "limit-removed": limits("additive", "A limit is gone.", nothing, none),
  "limit-changed": limits(
    "risky",
    "A limit counts in another way.",
    "The same number of calls may be refused earlier or later.",
    mention,
  ),

  "state-transition-removed": states(
    "breaking",
    "A transition is gone, or not allowed from a state from which it was.",
    "The call is refused in that state.",
    "Keep the transition.",
  ),
  "state-transition-added": states(
    "additive",
    "A transition is new, or allowed from more states.",
    nothing,
    none,
  ),
  "state-target-changed": states(
    "risky",
    "A transition leads to another state, or another call makes it.",
    "The same call has another effect.",
    mention,
  ),
  "state-initial-changed": states(
    "risky",
    "New things start in another state.",
    "Calls that rely on the first state meet another one.",
    mention,
  ),
  "state-machine-removed": states(
    "risky",
    "States are no longer declared.",
    "Nothing is promised about them.",
    "Keep the declaration.",
  ),
  "state-machine-added": states("additive", "States are declared.", nothing, none),

  "field-scope-added": fields(
    "breaking",
    "A field of results needs a scope.",
    "Tokens without the scope no longer get the field.",
    "Add a field with the scope, and keep the old one.",
  ),
  "field-scope-removed": fields(
    "risky",
    "A field of results needs no scope any more.",
    "Every token gets what was guarded.",
    "Make sure that this is meant.",
  ),
  "field-scope-changed": fields(
    "breaking",
    "A field of results needs another scope.",
    "Tokens with the old scope no longer get the field.",
    "Keep the scope.",
  ),
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type Code = keyof typeof codes;

/** One difference between two interfaces. */
export interface Finding {
  readonly code: Code;
  readonly class: FindingClass;
  readonly subject: Subject;
  /** Absent: it concerns the whole server. */
  readonly tool?: string;
  /** `input /pages/*\/title`, `scope forms:read`, `limit request_rate`. */
  readonly place: string;
  /** What is different here. */
  readonly detail: string;
  readonly before?: string;
  readonly after?: string;
  /** A value that was right and is not any more: an input, or a result. */
  readonly witness?: { readonly value: unknown };
}

export function finding(
  code: Code,
  place: string,
  detail: string,
  more: Partial<Pick<Finding, "tool" | "before" | "after" | "witness">> = {},
): Finding {
  const { class: kind, subject } = codes[code];
  return { code, class: kind, subject, place, detail, ...more };
}

/** By which lists of accepted breaks name a finding: `input-property-removed service_ping input /name`. */
export function idOf({ code, tool, place }: Finding): string {
  return [code, ...(tool === undefined ? [] : [tool]), place].join(" ");
}
