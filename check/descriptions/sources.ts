/** The studies and guides that rules refer to, each with the date of the edition that was read. */

export interface RuleSource {
  /** The URL of the page or paper. */
  readonly address: string;
  /** The day on which it was published or read: `2026-11-25`. */
  readonly date: string;
}

/** Hasan and others: 856 tools of 103 servers, six parts of a description. */
export const smellyDescriptions: RuleSource = {
  address: "https://arxiv.org/abs/2602.14878",
  date: "2026-02-16",
};

/** Wang and others: 10,831 servers, 18 kinds of defects, and which of them change what models choose. */
export const docsToDescriptions: RuleSource = {
  address: "https://arxiv.org/abs/2602.18914",
  date: "2026-02-21",
};

/** Glama's Tool Definition Quality Score. */
export const toolDefinitionQuality: RuleSource = {
  address: "https://github.com/glama-ai/tool-definition-quality-score",
  date: "2026-06-14",
};

export const claudeReviewCriteria: RuleSource = {
  address: "https://claude.com/docs/connectors/building/review-criteria",
  date: "2026-10-07",
};

export const claudeCode: RuleSource = { address: "https://code.claude.com/docs/en/mcp", date: "2026-09-15" };

export const openAiGuidelines: RuleSource = {
  address: "https://developers.openai.com/apps-sdk/app-developer-guidelines",
  date: "2026-11-25",
};

/** The first report of instructions in descriptions that users do not see. */
export const toolPoisoning: RuleSource = {
  address: "https://lbeurerkellner.github.io/jekyll/update/2025/04/01/mcp-tool-poisoning.html",
  date: "2025-04-01",
};
