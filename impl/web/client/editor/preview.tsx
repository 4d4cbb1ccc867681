/** The live preview: the public page itself, drawn by the service from the structure as it is now, in a frame. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useParts } from "./context.ts";
import { Button } from "./controls.tsx";
import type { Editor } from "./editor.ts";
import { pageOfField } from "./edits.ts";
import type { PreviewRequest } from "./server.ts";

/** How long after the last edit it is drawn again. */
const DELAY_MS = 350;

export function Preview({ proposal }: { proposal: string | undefined }) {
  const { editor, server, say } = useParts();
  const place = useRef<HTMLDivElement>(null);
  const [isPhone, setPhone] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { structure, selection, language } = editor;
  const { page, ending } = selectedPart(editor);
  const shownPart = ending ?? page;
  const fieldId = selection.kind === "field" ? selection.id : undefined;

  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => void draw({ page, ending, language }, abort.signal), DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [structure, page, ending, language, proposal]);

  useEffect(() => scrollTo(currentFrame(), fieldId), [fieldId]);

  async function draw(wanted: PreviewRequest, signal: AbortSignal): Promise<void> {
    const source = proposal === undefined ? { structure } : { proposal };
    try {
      show(await server.preview({ ...wanted, ...source }, signal));
      setFailed(false);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  }

  /** A new frame takes the place of the old one when it is ready, so that nothing flickers and no history is added. */
  function show(page: string): void {
    const before = currentFrame();
    const frame = document.createElement("iframe");
    frame.title = say("preview");
    frame.srcdoc = page;
    frame.className = "ed-frame ed-frame-new";
    frame.dataset.shown = `${shownPart} ${language}`;
    frame.addEventListener("load", () => {
      const isSamePage = before?.dataset.shown === frame.dataset.shown;
      if (isSamePage) frame.contentWindow?.scrollTo(0, before?.contentWindow?.scrollY ?? 0);
      for (const other of place.current?.querySelectorAll("iframe") ?? [])
        if (other !== frame) other.remove();
      frame.classList.remove("ed-frame-new");
      scrollTo(frame, fieldId);
      goOnInFrame(frame);
    });
    place.current?.append(frame);
  }

  /** Pages are turned in the frame with what was entered, which is sent nowhere else. */
  function goOnInFrame(frame: HTMLIFrameElement): void {
    frame.contentDocument?.addEventListener("submit", (event) => {
      // The page itself has found mistakes and shows them.
      if (event.defaultPrevented) return;
      event.preventDefault();
      const entered = new FormData(event.target as HTMLFormElement, event.submitter);
      void draw({ language, entered }, new AbortController().signal);
    });
    frame.contentDocument?.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (link && !link.hash) event.preventDefault();
    });
  }

  function currentFrame(): HTMLIFrameElement | null {
    return place.current?.querySelector("iframe:not(.ed-frame-new)") ?? null;
  }

  return (
    <section class="ed-preview" aria-label={say("preview")}>
      <div class="ed-row ed-preview-head">
        <Button
          kind="plain"
          label={say(isPhone ? "preview_wide" : "preview_phone")}
          onPress={() => setPhone(!isPhone)}
        />
        <a
          class="ed-button ed-plain"
          href={`${editor.boot.addresses.preview}?lang=${language}`}
          target="_blank"
          rel="noopener"
        >
          {say("preview_open")}
        </a>
      </div>
      <div class={isPhone ? "ed-frames ed-phone" : "ed-frames"} ref={place} />
      {hasFailed && <p class="ed-problem">{say("preview_failed")}</p>}
    </section>
  );
}

/** What is selected: a page or an ending. */
function selectedPart({ structure, selection }: Editor): {
  page?: string | undefined;
  ending?: string | undefined;
} {
  if (selection.kind === "page") return { page: selection.id };
  if (selection.kind === "endings") return { ending: selection.id };
  if (selection.kind === "field") return { page: pageOfField(structure, selection.id)?.id };
  return { page: structure.pages[0]?.id };
}

function scrollTo(frame: HTMLIFrameElement | null, fieldId: string | undefined): void {
  const question = fieldId && frame?.contentDocument?.getElementById(`q-${fieldId}`);
  if (question) question.scrollIntoView({ block: "center" });
}
