/** The runtime with all checks on, and with the log line and metrics that the form service writes for each call. */
import { openSync } from "node:fs";
import { service } from "../../../generated/tools.ts";
import { createMetrics } from "../../../impl/mcp/observability/metrics.ts";
import { toolCallReporter } from "../../../impl/mcp/observability/tool-calls.ts";
import { jsonLog } from "../../../impl/platform/log/log.ts";
import { serveGated } from "../gated-server.ts";

await serveGated(toolCallReporter(service, jsonLog(openSync("/dev/null", "w")), createMetrics()));
