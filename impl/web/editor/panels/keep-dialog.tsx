/** Asks what to do with a part that responses have answers to: the service does not delete it, but can stop to offer it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useParts } from "../context.ts";
import { closeBeside } from "../inputs/close-beside.ts";
import { Button, DialogHead } from "../inputs/controls.tsx";

interface KeepProps {
  readonly title: string;
  /** A sentence about the answers, which stay. */
  readonly text: string;
  readonly keep: string;
  /** The link to a copy of the form, which does without the part. */
  readonly copy: string;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

export function KeepDialog({ title, text, keep, copy, onKeep, onClose }: KeepProps) {
  const { editor, say } = useParts();
  const root = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    root.current?.showModal();
    closeBeside(root.current!, close);
    root.current?.querySelector<HTMLElement>("[data-name=keep]")?.focus();
  }, []);

  /** Closes without waiting for the event `close`, so that the focus is back before the part changes. */
  function close(): void {
    root.current?.close();
    onClose();
  }

  return (
    <dialog class="ed-dialog ed-keep" ref={root} closedby="any" aria-label={title} onCancel={close}>
      <DialogHead title={title} label={say("cancel")} onClose={close} />
      <p>{text}</p>
      <div class="ed-row">
        <Button
          kind="main"
          label={keep}
          name="keep"
          onPress={() => {
            close();
            onKeep();
          }}
        />
        <a class="ed-button ed-quiet" href={editor.boot.addresses.clone}>
          {copy}
        </a>
      </div>
    </dialog>
  );
}
