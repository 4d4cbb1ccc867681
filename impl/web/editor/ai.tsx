/** Changes the form by a prompt: shows the proposed changes, and applies exactly those. */
import { useRef, useState } from "preact/hooks";
import type { ProposalReply } from "./boot.ts";
import { useParts } from "./context.ts";
import { Button, CheckBox, useStaysOpen } from "./inputs/controls.tsx";
import { TextInput } from "./inputs/inputs.tsx";

type Proposal = Extract<ProposalReply, { ok: true }>;

interface AiProps {
  readonly proposal: Proposal | undefined;
  /** Called with the proposal that the preview shows. */
  readonly onPropose: (proposal: Proposal | undefined) => void;
}

export function AiBox({ proposal, onPropose }: AiProps) {
  const { editor, saving, server, say } = useParts();
  const [prompt, setPrompt] = useState("");
  const [isWorking, setWorking] = useState(false);
  const [message, setMessage] = useState("");
  const root = useRef<HTMLDetailsElement>(null);
  const isOpen = useStaysOpen(proposal !== undefined, root);

  /** Moves the focus from a button that is about to go. */
  function focusPrompt(): void {
    root.current?.querySelector("textarea")?.focus();
  }

  async function ask(): Promise<void> {
    setWorking(true);
    setMessage("");
    onPropose(undefined);
    if (!(await saving.flush(false))) setMessage(say("ai_save_first"));
    else {
      const reply = await server.propose(prompt, saving.base.revision);
      if (!reply.ok) setMessage(reply.message || say("ai_failed"));
      else if (reply.changes.length === 0)
        setMessage([say("ai_nothing"), ...reply.warnings.map((one) => one.message)].join(" "));
      else onPropose(reply);
    }
    setWorking(false);
  }

  async function apply({ proposal: sealed }: Proposal, isAgreed: boolean): Promise<void> {
    focusPrompt();
    setWorking(true);
    const reply = await server.apply(sealed, saving.base.revision, isAgreed);
    onPropose(undefined);
    if (reply.ok) {
      saving.adopt(reply);
      setPrompt("");
      editor.announce(say("ai_applied"), true);
    } else setMessage(reply.message || say("ai_failed"));
    setWorking(false);
  }

  return (
    <details class="ed-ai" open={isOpen} ref={root}>
      <summary>{say(editor.boot.model === null ? "ai_without" : "ai")}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (prompt.trim() !== "" && !isWorking) void ask();
        }}
      >
        <TextInput
          label={say("ai_label")}
          isMultiline
          maxLength={8_000}
          value={prompt}
          placeholder={say("ai_placeholder")}
          hint={editor.boot.model === null ? say("ai_no_model") : undefined}
          onText={setPrompt}
        />
        <button
          type="submit"
          class="ed-button ed-main"
          disabled={prompt.trim() === ""}
          // A disabled button would lose the focus.
          aria-disabled={isWorking || undefined}
          data-name="ai-ask"
        >
          {say(isWorking ? "ai_working" : "ai_ask")}
        </button>
      </form>
      <p class={message === "" ? undefined : "ed-note ed-note-wrong"} role="status">
        {message}
      </p>
      {proposal && (
        <ProposalBox
          proposal={proposal}
          isWorking={isWorking}
          onApply={(isAgreed) => void apply(proposal, isAgreed)}
          onDiscard={() => {
            focusPrompt();
            onPropose(undefined);
          }}
        />
      )}
    </details>
  );
}

interface ProposalBoxProps {
  readonly proposal: Proposal;
  readonly isWorking: boolean;
  readonly onApply: (isAgreed: boolean) => void;
  readonly onDiscard: () => void;
}

/** Shows the proposed changes for a decision by the user. */
function ProposalBox({ proposal, isWorking, onApply, onDiscard }: ProposalBoxProps) {
  const { say } = useParts();
  const [isAgreed, setAgreed] = useState(false);
  return (
    <div class="ed-proposal" data-name="proposal">
      <h3>{say("ai_title")}</h3>
      <ul>
        {proposal.changes.map((change) => (
          <li key={change.path + change.kind} data-impact={change.impact}>
            {change.message}
          </li>
        ))}
      </ul>
      {proposal.warnings.map((warning) => (
        <p key={warning.message} class="ed-hint">
          {warning.message}
        </p>
      ))}
      <p class="ed-hint">
        {say("ai_preview")} {say("ai_cost")}
      </p>
      {proposal.agree !== undefined && (
        <CheckBox label={proposal.agree} isOn={isAgreed} onChange={setAgreed} />
      )}
      <div class="ed-row">
        <Button
          kind="main"
          label={say("ai_apply")}
          isDisabled={isWorking || (proposal.agree !== undefined && !isAgreed)}
          onPress={() => onApply(isAgreed)}
          name="ai-apply"
        />
        <Button label={say("ai_discard")} onPress={onDiscard} name="ai-discard" />
      </div>
    </div>
  );
}
