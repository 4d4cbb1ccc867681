/** Pastes questions: the user enters form text in a dialog, and the service parses it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FormPage } from "../../../../generated/types.ts";
import { type Parts, useParts } from "../context.ts";
import { DialogHead } from "../inputs/controls.tsx";
import { Icon } from "../inputs/icons.tsx";
import { TextInput } from "../inputs/inputs.tsx";
import { allFields, MAX_FIELDS } from "../model/edits.ts";
import { withTestsOfPage } from "../model/jumps.ts";
import { insertPasted } from "../model/pasted-questions.ts";
import { placeOnPage } from "./add-field.tsx";

const MAX_PAGES = 50;

export function PasteQuestions({ pageId, label }: { pageId: string; label: string }) {
  const { say } = useParts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="ed-button ed-plain" data-name="paste" onClick={() => setOpen(true)}>
        <Icon name="paste" />
        {say("paste_questions")}
        <span class="vh">: {label}</span>
      </button>
      {isOpen && <PasteDialog pageId={pageId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks for the text. When the dialog closes, the browser moves the focus back to the button that opened it. */
function PasteDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const parts = useParts();
  const { editor, server, say } = parts;
  const root = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [isWorking, setWorking] = useState(false);
  const [message, setMessage] = useState("");
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const isDone = warnings.length > 0;
  const box = () => root.current?.querySelector("textarea");
  useLayoutEffect(() => {
    root.current?.showModal();
    box()?.focus();
  }, []);

  /** Closes without waiting for the event `close`, which comes later: the user may have opened the dialog again by then. */
  function close(): void {
    root.current?.close();
    onClose();
  }

  async function read(): Promise<void> {
    setWorking(true);
    setMessage("");
    const reply = await server.readQuestions(text, editor.structure.default_language);
    setWorking(false);
    // The user closed the dialog while the service was parsing.
    if (root.current === null) return;
    if (!reply.ok) {
      setMessage(reply.text === undefined ? reply.message || say("paste_failed") : say("paste_refused"));
      if (reply.text !== undefined) setText(reply.text);
      box()?.focus();
      return;
    }
    const problem = add(parts, pageId, reply.pages);
    if (problem !== undefined) return setMessage(problem);
    if (reply.warnings.length === 0) return close();
    setWarnings(reply.warnings);
    root.current.querySelector<HTMLElement>("[data-name=cancel]")?.focus();
  }

  return (
    <dialog
      class="ed-dialog"
      ref={root}
      closedby="closerequest"
      aria-label={say("paste_questions")}
      onCancel={close}
    >
      <DialogHead title={say("paste_questions")} label={say(isDone ? "close" : "cancel")} onClose={close} />
      <p class={message === "" ? undefined : "ed-note ed-note-wrong"} role="alert">
        {message}
      </p>
      {!isDone && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "" && !isWorking) void read();
          }}
        >
          <TextInput
            label={say("paste_text")}
            hint={say("paste_text_hint")}
            isMultiline
            isCode
            lang={editor.structure.default_language}
            value={text}
            onText={setText}
          />
          <button
            type="submit"
            class="ed-button ed-main"
            disabled={text.trim() === "" || isWorking}
            data-name="paste-add"
          >
            {say(isWorking ? "paste_working" : "paste_add")}
          </button>
        </form>
      )}
      {isDone && <Warnings warnings={warnings} />}
    </dialog>
  );
}

/** Shows the parts of the text that did not become a question. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const { say } = useParts();
  return (
    <div class="ed-note" role="status" data-name="paste-warnings">
      <p>{say("paste_done")}</p>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

/** Adds all questions in one edit, so one undo removes them. @returns why nothing was added */
function add({ editor, say }: Parts, pageId: string, pages: readonly FormPage[]): string | undefined {
  const place = { pageId, index: placeOnPage(editor, pageId) };
  const { structure, ids } = insertPasted(editor.structure, place, pages);
  if (allFields(structure).length > MAX_FIELDS) return say("too_many", { n: MAX_FIELDS });
  if (structure.pages.length > MAX_PAGES) return say("too_many_pages", { n: MAX_PAGES });
  editor.edit(() => withTestsOfPage(structure, ids));
  const [first] = ids;
  if (first !== undefined) editor.select({ kind: "field", id: first }, editor.view);
  editor.announce(say("pasted", { n: ids.length }), true);
  return undefined;
}
