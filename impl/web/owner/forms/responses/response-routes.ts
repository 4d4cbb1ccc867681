/** The addresses of the pages about responses. */
import { acceptOnly } from "../../../form-body.ts";
import { requireFreshSignIn, signInToDownload } from "../../fresh-sign-in.ts";
import type { OwnerPages } from "../../owner-pages.ts";
import { FORM, onForm } from "../refusals.ts";
import { postResults, resultsInputs } from "./post-results.ts";
import { RESPONSE, sendResponseFile, showResponse } from "./response.ts";
import { postErase, postSelected, selectedInputs } from "./response-actions.ts";
import { sendResponsePdf } from "./response-pdf.ts";
import { postExport, showResponses } from "./responses.ts";
import { postView, viewInputs } from "./saved-views.ts";
import { showSummary } from "./summary.ts";

const FILE = ":file{file_[0-9A-Za-z]{22}}";

export function responseRoutes(owner: OwnerPages): void {
  const list = `/forms/${FORM}/responses`;
  const exported = acceptOnly("format", "status", "from", "to", "answers", "retired");
  owner.get(list, onForm(showResponses));
  owner.post(
    `/forms/${FORM}/export`,
    exported,
    onForm(requireFreshSignIn(postExport, "/responses", signInToDownload)),
  );
  owner.post(`${list}/selected`, selectedInputs, onForm(postSelected));
  owner.post(
    `${list}/erase`,
    acceptOnly("email", "sure"),
    onForm(requireFreshSignIn(postErase, "/responses")),
  );
  owner.post(`${list}/views`, viewInputs, onForm(postView));
  owner.get(`${list}/summary`, onForm(showSummary));
  owner.post(`${list}/results`, resultsInputs, onForm(postResults));
  owner.get(`${list}/${RESPONSE}`, onForm(showResponse));
  owner.get(`${list}/${RESPONSE}/pdf`, onForm(sendResponsePdf));
  owner.get(`${list}/${RESPONSE}/files/${FILE}`, onForm(sendResponseFile));
}
