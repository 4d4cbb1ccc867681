/** The addresses of the pages about responses. */
import { acceptOnly } from "../../form-body.ts";
import { freshly } from "../fresh-sign-in.ts";
import type { OwnerPages, OwnerRequest } from "../owner-pages.ts";
import { FORM } from "./refused.ts";
import { RESPONSE, sendResponseFile, showResponse } from "./response.ts";
import { postErase, postSelected, selectedInputs } from "./response-actions.ts";
import { postExport, showResponses } from "./responses.ts";
import { showSummary } from "./summary.ts";

const FILE = ":file{file_[0-9A-Za-z]{22}}";

export function responseRoutes(owner: OwnerPages): void {
  const named = ({ c }: OwnerRequest, name: string) => c.req.param(name) ?? "";
  const form = (request: OwnerRequest) => named(request, "form");
  const list = `/forms/${FORM}/responses`;
  owner.get(list, (request) => showResponses(request, form(request)));
  owner.post(
    `/forms/${FORM}/export`,
    acceptOnly("format", "status", "from", "to", "retired"),
    (request, values) => freshly(postExport, "/responses")(request, form(request), values),
  );
  owner.post(`${list}/selected`, selectedInputs, (request, values) =>
    postSelected(request, form(request), values),
  );
  owner.post(`${list}/erase`, acceptOnly("email", "sure"), (request, values) =>
    freshly(postErase, "/responses")(request, form(request), values),
  );
  owner.get(`${list}/summary`, (request) => showSummary(request, form(request)));
  owner.get(`${list}/${RESPONSE}`, (request) =>
    showResponse(request, form(request), named(request, "response")),
  );
  owner.get(`${list}/${RESPONSE}/files/${FILE}`, (request) =>
    sendResponseFile(request, {
      form: form(request),
      response: named(request, "response"),
      file: named(request, "file"),
    }),
  );
}
