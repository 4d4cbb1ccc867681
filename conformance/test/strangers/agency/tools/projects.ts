/** The tools for clients and projects. */
import {
  addClient,
  closeProject,
  listClients,
  listProjects,
  openProject,
  showProject,
  updateProject,
} from "../projects.ts";
import * as schema from "../schemas/projects.ts";
import { tool } from "./tool.ts";

export const projectTools = [
  tool("add_client", {
    mode: "add",
    scope: "work:write",
    title: "Add a client",
    description: "Adds a client, for whom projects can be opened and estimates made.",
    input: schema.clientInput,
    output: schema.clientOutput,
    run: addClient,
  }),
  tool("list_clients", {
    mode: "read",
    scope: "work:read",
    title: "List clients",
    description: "Clients in the order of their names, with what they owe.",
    input: schema.clientsInput,
    output: schema.clientsOutput,
    run: listClients,
  }),
  tool("open_project", {
    mode: "add",
    scope: "work:write",
    title: "Open a project",
    description:
      "Opens a project of a client with a budget of hours. The rate card (cents an hour): design 9500, development 11000, copywriting 8000, management 12000.",
    input: schema.projectInput,
    output: schema.projectOutput,
    run: openProject,
  }),
  tool("get_project", {
    mode: "read",
    scope: "work:read",
    title: "Show a project",
    description: "A project with its budget, and the minutes and expenses that were booked on it.",
    input: schema.projectOnly,
    output: schema.projectOutput,
    run: (books, { project_id }) => showProject(books, books.project(project_id)),
  }),
  tool("list_projects", {
    mode: "read",
    scope: "work:read",
    title: "List projects",
    description: "Projects, the newest first.",
    input: schema.projectsInput,
    output: schema.projectsOutput,
    run: listProjects,
  }),
  tool("update_project", {
    mode: "change",
    scope: "work:write",
    title: "Change a project",
    description:
      "Changes the name, budget, rates or tags of an open project; what you leave out stays. Invoices that are drafted already keep their amounts.",
    input: schema.updateInput,
    output: schema.projectOutput,
    run: updateProject,
  }),
  tool("close_project", {
    mode: "change",
    scope: "work:write",
    title: "Close a project",
    description:
      "Closes a project for good: no time and no expenses are booked on it any more. It can still be invoiced.",
    input: schema.projectOnly,
    output: schema.projectOutput,
    run: (books, { project_id }) => closeProject(books, books.project(project_id)),
  }),
];
