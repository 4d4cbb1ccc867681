/** Tools for candidates. Their contacts are shown with a scope of its own. */
import { z } from "zod";
import { pageOf } from "./cursors.ts";
import { addCandidate, renewConsent, tagCandidate, updateCandidate } from "./pipeline.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, marks, type Registration, reads, tool } from "./tool.ts";
import { showCandidate } from "./views.ts";

const details = {
  name: z.string().min(1).max(80),
  email: z.email().max(120),
  phone: schemas.phone.optional(),
};

export const candidateTools: readonly Registration[] = [
  tool("add_candidate", {
    scope: "recruiting:write",
    title: "Add a candidate",
    description:
      "Adds a candidate who has consented to be kept for 180 days. Each has an address of their own.",
    annotations: adds,
    input: z.strictObject({
      ...details,
      tags: z.array(schemas.tag).max(12).default([]),
      request_id: schemas.requestId,
    }),
    output: schemas.candidate,
    run: ({ request_id, ...order }, { team, scopes }) =>
      showCandidate(
        team.once("add_candidate", request_id, order, () => addCandidate(team, order)),
        team,
        scopes,
      ),
  }),
  tool("get_candidate", {
    scope: "recruiting:read",
    title: "Get a candidate",
    description: "Shows a candidate. Contacts are shown with the scope contacts:read.",
    annotations: reads,
    input: z.strictObject({ candidate_id: schemas.candidateId }),
    output: schemas.candidate,
    run: ({ candidate_id }, { team, scopes }) =>
      showCandidate(team.get(team.candidates, candidate_id, "candidate"), team, scopes),
  }),
  tool("list_candidates", {
    scope: "recruiting:read",
    title: "List candidates",
    description: "Lists candidates by name, tag and consent, the newest first.",
    annotations: reads,
    input: z.strictObject({
      name: z.string().min(1).max(80).optional().describe("A part of the name."),
      tag: schemas.tag.optional(),
      consent: schemas.consent.optional(),
      ...schemas.byCursor,
    }),
    output: z.strictObject({ candidates: z.array(schemas.candidate), ...schemas.cursorResult }),
    run: ({ limit, cursor, name, tag, consent }, { team, account, scopes }) => {
      const items = [...team.candidates.values()].filter(
        (candidate) =>
          (name === undefined || candidate.name.toLowerCase().includes(name.toLowerCase())) &&
          (tag === undefined || candidate.tags.includes(tag)) &&
          (consent === undefined || candidate.consent === consent),
      );
      const { page, paging } = pageOf({
        name: JSON.stringify([account, name, tag, consent]),
        items,
        descending: true,
        limit,
        cursor,
        orderOf: ({ created_at, candidate_id }) => `${created_at} ${candidate_id.slice(5).padStart(12, "0")}`,
      });
      return {
        candidates: page.map((candidate) => showCandidate(candidate, team, scopes, true)),
        ...paging,
      };
    },
  }),
  tool("update_candidate", {
    scope: "recruiting:write",
    title: "Update a candidate",
    description: "Changes the name or the contacts of a candidate.",
    annotations: changes,
    input: z.strictObject({
      candidate_id: schemas.candidateId,
      name: details.name.optional(),
      email: details.email.optional(),
      phone: details.phone,
      expected_revision: z.int().min(1).optional().describe("The revision that the caller has seen."),
    }),
    output: schemas.candidate,
    run: ({ candidate_id, expected_revision, ...change }, { team, scopes }) =>
      showCandidate(updateCandidate(team, candidate_id, expected_revision, change), team, scopes),
  }),
  tool("tag_candidate", {
    scope: "recruiting:write",
    title: "Tag a candidate",
    description: "Adds tags to a candidate, who has 12 at most.",
    annotations: marks,
    input: z.strictObject({
      candidate_id: schemas.candidateId,
      tags: z.array(schemas.tag).min(1).max(12),
    }),
    output: schemas.candidate,
    run: ({ candidate_id, tags }, { team, scopes }) =>
      showCandidate(tagCandidate(team, candidate_id, tags), team, scopes),
  }),
  tool("renew_consent", {
    scope: "recruiting:write",
    title: "Renew a consent",
    description: "Records that a candidate consents to be kept for another 180 days from now.",
    annotations: changes,
    input: z.strictObject({ candidate_id: schemas.candidateId }),
    output: schemas.candidate,
    run: ({ candidate_id }, { team, scopes }) =>
      showCandidate(renewConsent(team, candidate_id), team, scopes),
  }),
];
