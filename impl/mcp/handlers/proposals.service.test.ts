/** Tests edits by a prompt in two steps: the cost of a proposal, and who may apply it how often. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadStructure } from "../../forms/forms.ts";
import { applyProposal, type ProposedEdit, proposeByPrompt } from "../../forms/update/proposal.ts";
import { updateForm } from "../../forms/update/update.ts";
import { sealedValues } from "../../platform/signing/sealed-values.ts";
import { refusal, startProcess } from "../../test/support/domain.ts";
import { addTextField } from "../../test/support/one-field-form.ts";

const HOUR_MS = 3_600_000;

async function proposing() {
  const service = await startProcess();
  const parts = { storage: service.storage, clock: service.clock, editForm: addTextField };
  const proposals = sealedValues<ProposedEdit>(Buffer.alloc(32, 1), "proposal");
  const ada = await service.account();
  const form = await service.create(ada);
  const signal = AbortSignal.timeout(60_000);
  return {
    ...service,
    ada,
    form,
    proposals,
    propose: (formId = form.id) =>
      proposeByPrompt(parts, proposals, ada.id, { formId, prompt: "Add a text field", revision: 1 }, signal),
    apply: (sealed: string, accountId = ada.id, formId = form.id) =>
      applyProposal(parts, proposals, accountId, { formId, sealed, acknowledge: false }, signal),
    rename: async () => {
      const structure = await loadStructure(service.storage.db, { id: form.id, version: 1 });
      const edit = { structure: { ...structure, title: { [structure.default_language]: "Renamed" } } };
      return updateForm(parts, ada.id, { formId: form.id, edit, expectedRevision: 1, dryRun: false }, signal);
    },
  };
}

test("a proposal costs nothing, and applying it costs one generation and stores exactly what it showed", async () => {
  const { propose, apply, used, ada, proposals, storage } = await proposing();
  const before = await used(ada);
  const shown = await propose();
  expect(await used(ada)).toBe(before);
  const updated = await apply(shown.sealed);
  expect([updated.changes, updated.form.revision, await used(ada)]).toEqual([shown.changes, 2, before + 1]);
  const { draft } = proposals.open(shown.sealed)!;
  expect(await loadStructure(storage.db, updated.form)).toEqual(draft.structure);
});

test("a proposal applies once: not twice, not after another change, not after an hour", async () => {
  const { propose, apply, used, ada } = await proposing();
  const first = await propose();
  await apply(first.sealed);
  const spent = await used(ada);
  await expect(apply(first.sealed)).rejects.toEqual(refusal("revision_conflict"));
  const other = await proposing();
  const stale = await other.propose();
  await other.rename();
  await expect(other.apply(stale.sealed)).rejects.toEqual(refusal("revision_conflict"));
  const third = await proposing();
  const old = await third.propose();
  third.time.now = new Date(third.time.now.getTime() + HOUR_MS);
  await expect(third.apply(old.sealed)).rejects.toEqual(refusal("invalid_input"));
  expect(await used(ada)).toBe(spent);
});

test("a proposal applies only for its account and form", async () => {
  const { propose, apply, account, create, ada, used } = await proposing();
  const { sealed } = await propose();
  const bob = await account("bob@example.org");
  const another = await create(ada);
  const spent = await used(ada);
  await expect(apply(sealed, bob.id)).rejects.toEqual(refusal("invalid_input"));
  await expect(apply(sealed, ada.id, another.id)).rejects.toEqual(refusal("invalid_input"));
  expect([await used(ada), await used(bob)]).toEqual([spent, 0]);
});

test("a sealed value is opened only whole, with its key, for its purpose, and cannot be read", () => {
  const values = sealedValues<unknown>(Buffer.alloc(32, 1), "one");
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
      const sealed = values.seal(value);
      expect(values.open(sealed)).toEqual(JSON.parse(JSON.stringify(value)));
      const bytes = Buffer.from(sealed, "base64url");
      bytes[at % bytes.length]! ^= flip;
      expect(values.open(bytes.toString("base64url"))).toBeUndefined();
      expect(values.open(sealed.slice(0, at % sealed.length))).toBeUndefined();
    }),
  );
  const sealed = values.seal({ secret: "structure" });
  expect(Buffer.from(sealed, "base64url").includes("structure")).toBe(false);
  for (const other of [sealedValues(Buffer.alloc(32, 2), "one"), sealedValues(Buffer.alloc(32, 1), "two")])
    expect(other.open(sealed)).toBeUndefined();
});
