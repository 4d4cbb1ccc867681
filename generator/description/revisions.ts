/**
 * The MCP revisions that MCP Description can describe. A server may speak others too, but earlier ones lack fields of the
 * manifest, and MCP Description 0.8.0 accepts no later ones.
 */
export const describableRevisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof describableRevisions)[number];
