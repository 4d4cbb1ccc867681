/**
 * The MCP revisions that are described. Others may be served too, but earlier ones lack fields that a manifest has, and
 * MCP Description 0.8.0 takes no later ones.
 */
export const describableRevisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof describableRevisions)[number];
