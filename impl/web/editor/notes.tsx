/** The notes above the panel: problems, edits that would break responses, warnings. */
import type { FormStructure } from "../../../generated/types.ts";
import { ConflictDialog } from "./conflict.tsx";
import { type Parts, useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";

const MAX_SHOWN = 20;

export function Notes() {
  const { editor, saving, say } = useParts();
  const { boot } = editor;
  // The check list has these, beside their questions.
  const noted = new Set(editor.notes.map(({ text }) => text));
  const warnings = saving.warnings.filter(({ message }) => !noted.has(message));
  const isSecret = saving.state === "invalid" && saving.problems.some(({ path }) => path === "/acknowledge");
  return (
    <div class="ed-notes">
      {editor.isReadOnly && (
        <div class="ed-note">
          {say(boot.form.status === "archived" ? "read_only_archived" : "read_only_view")}
        </div>
      )}
      <ConflictDialog />
      {saving.state === "blocked" && (
        <section class="ed-note ed-note-wrong" data-name="blocked">
          <h2>{say("blocked_title")}</h2>
          <p>{say("blocked_text", { n: saving.responseCount })}</p>
          <ul>
            {saving.breaking.slice(0, MAX_SHOWN).map((change) => (
              <li key={change.path + change.kind}>{change.message}</li>
            ))}
          </ul>
          <div class="ed-row">
            <Button label={say("undo")} onPress={() => editor.undo()} />
            <Button label={say("discard_changes")} onPress={saving.discard} />
            <a class="ed-button ed-quiet" href={boot.addresses.clone}>
              {say("make_copy")}
            </a>
          </div>
        </section>
      )}
      {isSecret && (
        <section class="ed-note ed-note-wrong" data-name="secret">
          {saving.problems.map(({ problem }) => (
            <p key={problem}>{problem}</p>
          ))}
          <div class="ed-row">
            <Button
              kind="danger"
              label={say("publish_secret")}
              onPress={() => void saving.flush(true, true)}
              name="publish-secret"
            />
          </div>
        </section>
      )}
      {saving.state === "invalid" && !isSecret && (
        <section class="ed-note ed-note-wrong" data-name="invalid">
          <h2>{say("problems_title")}</h2>
          <ul>
            {saving.problems.slice(0, MAX_SHOWN).map(({ path, problem }) => (
              <li key={path + problem}>
                <strong>{say("problem_at", { place: placeName(editor.structure, path, say) })}</strong>{" "}
                {problem}
              </li>
            ))}
          </ul>
        </section>
      )}
      {saving.state === "failed" && <div class="ed-note ed-note-wrong">{saving.message}</div>}
      {warnings.length > 0 && (saving.state === "saved" || saving.state === "unpublished") && (
        <details class="ed-note">
          <summary>
            {say("warnings_title")} ({warnings.length})
          </summary>
          <ul>
            {warnings.slice(0, MAX_SHOWN).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Names the place at a path of the structure: by the text of a question or page, by the name of a part, or by the path. */
function placeName(structure: FormStructure, path: string, say: Parts["say"]): string {
  const [, page, field] = /^\/pages\/(\d+)(?:\/fields\/(\d+))?/.exec(path) ?? [];
  const pageThere = structure.pages[Number(page)];
  const there = field === undefined ? pageThere?.title : pageThere?.fields[Number(field)]?.label;
  const name = there?.[structure.default_language];
  if (name) return say("quoted", { text: name });
  const [, list, index] = /^\/(pages|endings|calculations|hidden_fields)\/(\d+)/.exec(path) ?? [];
  const n = Number(index) + 1;
  switch (list ?? path.split("/")[1]) {
    case "pages":
      return index === undefined ? say("form") : say("page", { n });
    case "endings":
      return say("ending", { n });
    case "calculations":
      return say("calculation", { n });
    case "hidden_fields":
      return say("hidden_fields");
    case "title":
    case "description":
      return say("form_title");
    case "welcome":
      return say("welcome");
    case "languages":
    case "default_language":
      return say("languages");
    case "settings":
      return say("settings");
    case "theme":
      return say("look");
    default:
      return path || say("form");
  }
}
