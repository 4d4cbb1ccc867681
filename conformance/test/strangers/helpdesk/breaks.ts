/** Mistakes of a developer of helpdesks. BREAK names the one that the server has; without it, the server is right. */
const chosen = process.env.BREAK;

export const mistakes = {
  mergeLosesComments: chosen === "merge-loses-comments",
  mergeIntoOtherDesk: chosen === "merge-into-other-desk",
  dueFromUpdate: chosen === "due-from-update",
  exportLinkUnsigned: chosen === "export-link-unsigned",
  exportIgnoresFilter: chosen === "export-ignores-filter",
  pageTwoUnfiltered: chosen === "page-two-unfiltered",
  searchCaseSensitive: chosen === "search-case-sensitive",
  assignInactive: chosen === "assign-inactive",
  replyToClosed: chosen === "reply-to-closed",
  tagByBeginning: chosen === "tag-by-beginning",
  tagReplaces: chosen === "tag-replaces",
};
