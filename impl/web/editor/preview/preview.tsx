/** The live preview: the service draws the public page from the current structure. Users can edit texts on it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { Icon } from "../inputs/icons.tsx";
import { InsertField, type InsertPlace } from "../outline/add-field.tsx";
import type { Drawn } from "../saving/server.ts";
import { type PreviewFrames, previewFrames } from "./preview-frames.ts";

/** The time between the last edit and the next drawing. */
const DELAY_MS = 350;

export function Preview({ proposal, places }: Pick<Drawn, "proposal" | "places">) {
  const parts = useParts();
  const { editor, say } = parts;
  const place = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const frames = useRef<PreviewFrames>(undefined);
  const [isPhone, setPhone] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const [insert, setInsert] = useState<InsertPlace>();
  const { structure, selection, language, view } = editor;

  useEffect(() => {
    if (place.current === null) return;
    const isFirst = frames.current === undefined;
    frames.current ??= previewFrames(place.current, parts, {
      onShow: () => setShown(true),
      onWriting: setWriting,
      onFailure: (hasFailed) => {
        editor.hasPreview = !hasFailed;
        editor.show(editor.view);
      },
      onLeave: () => head.current?.querySelector("button")?.focus({ preventScroll: true }),
      onInsert: setInsert,
    });
    // Starts to edit the first text of the selected part.
    editor.writeInPreview = frames.current.write;
    const drawn = { structure, language, proposal, places };
    if (frames.current.reveal(drawn) || isWriting) return;
    const abort = new AbortController();
    const delay = isFirst || frames.current.isAwaited() ? 0 : DELAY_MS;
    const timer = setTimeout(() => void frames.current?.draw(drawn, abort.signal), delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [structure, selection, language, proposal, view, isWriting]);

  return (
    <section class="ed-preview" aria-label={say("preview")}>
      <div class="ed-row ed-preview-head" ref={head}>
        {!editor.isReadOnly && proposal === undefined && (
          <Button
            kind="plain"
            icon="write"
            label={say("write_here")}
            onPress={() => editor.writeInPreview()}
            name="write"
          />
        )}
        <WidthSwitch isPhone={isPhone} onChange={setPhone} />
        <a
          class="ed-button ed-icon"
          href={`${editor.boot.addresses.preview}?lang=${language}`}
          target="_blank"
          rel="noopener"
          aria-label={say("preview_open")}
          title={say("preview_open")}
        >
          <Icon name="open" />
        </a>
      </div>
      <div class={isPhone ? "ed-frames ed-phone" : "ed-frames"} ref={place}>
        {!isShown && editor.hasPreview && <p class="ed-awaited">{say("preview_coming")}</p>}
      </div>
      {insert && (
        <InsertField
          place={insert}
          onAdd={() => setInsert(undefined)}
          onCancel={() => {
            setInsert(undefined);
            frames.current?.focusInsert(insert);
          }}
        />
      )}
      {!editor.hasPreview && <p class="ed-problem">{say("preview_failed")}</p>}
    </section>
  );
}

/** Switches between the width of the window and that of a phone. */
function WidthSwitch({ isPhone, onChange }: { isPhone: boolean; onChange: (isPhone: boolean) => void }) {
  const { say } = useParts();
  return (
    <fieldset class="ed-segments" aria-label={say("preview_width")}>
      {([false, true] as const).map((phone) => (
        <button
          type="button"
          key={phone}
          data-name={phone ? "phone" : "wide"}
          aria-pressed={isPhone === phone}
          onClick={() => onChange(phone)}
        >
          <Icon name={phone ? "phone_width" : "wide"} />
          {say(phone ? "preview_phone" : "preview_wide")}
        </button>
      ))}
    </fieldset>
  );
}
