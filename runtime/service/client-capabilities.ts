/** How clients of MCP 2026-07-28 declare their capabilities, in each request. */

/** The member of `_meta` that has them. */
export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** The member of `extensions` for tasks (SEP-2663). Its value is empty. */
export const tasksExtension = "io.modelcontextprotocol/tasks";
