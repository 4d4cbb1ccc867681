/** Creates passkeys, and signs in with them (WebAuthn). If the browser does not support them, the forms stay hidden. */
for (const form of document.querySelectorAll<HTMLFormElement>("form.passkey")) {
  if (!("parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}))) break;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

/** Fetches a challenge and sends the answer. If the user declines, the form shows its error message. */
async function send(form: HTMLFormElement): Promise<void> {
  const message = form.querySelector<HTMLElement>(".message");
  if (message) message.hidden = true;
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const credential = await credentialFor(form.dataset.does, await response.json());
    for (const input of form.querySelectorAll<HTMLInputElement>("[name=answer]"))
      input.value = JSON.stringify(credential);
    form.submit();
  } catch {
    if (message) message.hidden = false;
  }
}

type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

function credentialFor(does: string | undefined, options: Options): Promise<Credential | null> {
  const { credentials } = navigator;
  return does === "create"
    ? credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
