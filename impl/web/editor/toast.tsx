/** The message at the bottom about the last action, with a button that undoes it. */
import { useEffect, useState } from "preact/hooks";
import { useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";

const SHOWN_MS = 10_000;

/** Shows the message for ten seconds, and longer while the pointer or the focus is on it. */
export function Toast() {
  const { editor, say } = useParts();
  const { message } = editor;
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (message === undefined || isHeld) return;
    const timer = setTimeout(() => editor.forgetMessage(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, isHeld]);
  const canUndo = message?.structure === editor.structure && editor.canUndo();
  return (
    <div
      class={message ? "ed-toast ed-toast-shown" : "ed-toast"}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocusIn={() => hold(true)}
      onFocusOut={() => hold(false)}
    >
      <p role="status">{message?.text}</p>
      {message && canUndo && <Button label={say("undo")} onPress={() => editor.undo()} name="toast-undo" />}
      {message && (
        <Button
          kind="icon"
          icon="close"
          label={say("close")}
          onPress={() => editor.forgetMessage()}
          name="toast-close"
        />
      )}
    </div>
  );
}
