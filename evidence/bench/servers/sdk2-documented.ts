/** SDK 2.x as its documentation shows a server on `node:http`: a server and a transport for each request. */
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { pongResult, serve, serverInfo } from "./program.ts";

const validateHost = localhostHostValidation();
const validateOrigin = localhostOriginValidation();
serve(async (request, response) => {
  if (!validateHost(request, response) || !validateOrigin(request, response)) return;
  const server = new McpServer(serverInfo);
  server.registerTool("service_ping", { description: "Says that the service is up." }, pongResult);
  const transport = new NodeStreamableHTTPServerTransport({});
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
