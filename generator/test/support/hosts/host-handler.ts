/** The handler that hosts.proof.ts mounts in every host: a new project, and the notes of the wire tests for requests that name them. */
import { createMcpHandler, type McpHandler, type Service } from "@toolwright/runtime";
import { carriedOptions, carriedPath } from "../../../../runtime/test/support/wire/carried-options.ts";
import { ModernNotesHandlers } from "../../../../runtime/test/support/wire/notes-handlers.ts";
import { contentOf, tokenSeconds } from "./token-content.ts";

/** Requests with this header are for the notes. */
export const notesHeader = "x-notes";

/** A generated service and its handlers. */
export interface Project {
  readonly service: Service;
  readonly handlers: object;
}

/** @returns the handler of the project, and at the same path that of the notes, which a header asks for */
export function hosted(project: Project, notes: Service): McpHandler {
  const ofProject = projectHandler(project);
  const ofNotes = createMcpHandler(notes, carriedOptions(new ModernNotesHandlers()));
  const forRequest = (request: Request) => (request.headers.has(notesHeader) ? ofNotes : ofProject);
  return {
    ...ofProject,
    fetch: (request, platform) => forRequest(request).fetch(request, platform),
    handle: (request, platform) => forRequest(request).handle(request, platform),
    node(request, response, next) {
      const handler = notesHeader in request.headers ? ofNotes : ofProject;
      handler.node(request, response, next);
    },
  };
}

/** @returns a handler with tokens and a clock that hooks change */
export function projectHandler(project: Project): McpHandler {
  const withdrawn = new Set<string>();
  /** Token -> when it ends, in milliseconds. */
  const ends = new Map<string, number>();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  return createMcpHandler(project.service, {
    handlers: project.handlers,
    path: carriedPath,
    now,
    authenticate({ token }) {
      const { account = "conformance", scopes, clock, withdraw, ending } = contentOf(token);
      aheadMs += 1000 * (clock ?? 0);
      if (withdraw !== undefined) withdrawn.add(withdraw);
      if (ending !== undefined) ends.set(ending, now() + 1000 * tokenSeconds);
      const isOver = withdrawn.has(token) || now() >= (ends.get(token) ?? Number.POSITIVE_INFINITY);
      return scopes && !isOver ? { account, token, scopes: new Set(scopes) } : undefined;
    },
    log: { info() {}, warn: console.warn, error: console.error },
  });
}
