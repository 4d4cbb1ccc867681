/**
 * Single mistakes of servers that others wrote, each with the case that finds it; a server without the mistake has no finding there. The rows of a
 * table are tried at the same time: they mostly wait for their servers.
 */
import { expect, test } from "vitest";
import { failedIn } from "./support/servers/first-runs.ts";
import { strangers } from "./support/strangers.ts";
import { testStranger, variantOf } from "./support/test-stranger.ts";

test.concurrent.each([
  // The server is at work on each assay from the start, so no call leads it to a state.
  ["biobank", "assays-of-others", "access/get_assay/assay_id/other-account"],
  ["biobank", "failed-assay-counts", "limits/assays/start_assay/work-ends"],
  // A sample that is moved into the rack in which it stands changes nothing, so it is moved into another one.
  ["biobank", "move-keeps-place", "effects/move_sample/rack/changes"],
  // A note of null is none.
  ["biobank", "note-stays", "effects/update_sample/sample/clears/note"],
  ["depot", "none-changes-nothing", "effects/update_item/item/clears/note"],
  // Calls lead back to the first state, so that the time is set again.
  ["biobank", "closed-once", "states/study/open/close/sets/study/closed_at"],
  // Another tool gives tags, and the beginning of one is none.
  ["biobank", "tags-by-beginning", "pages/find_samples/filter/tag"],
  ["helpdesk", "tag-by-beginning", "pages/desk_list_tickets/filter/tag"],
  // Wildcards of databases and regular expressions are letters like others, and 0 is a bound.
  ["biobank", "point-is-any-letter", "pages/find_samples/filter/text"],
  ["drive", "stars-stand-for-anything", "pages/search_files/filter/name"],
  ["drive", "no-bytes-are-no-bound", "pages/search_files/filter/max_bytes"],
  // 9 is less than 10, and as texts it is more.
  ["biobank", "volume-as-text", "pages/find_samples/order/volume"],
  // The list takes the study as a filter, and the file is of one.
  ["biobank", "export-of-every-kind", "results/export_samples/url/agrees-with/find_samples"],
  // Only the list of racks shows how many places one has.
  ["biobank", "one-more-in-a-rack", "limits/rack_room/store_sample/one-more"],
  ["hire", "false-is-absent", "pages/hire_list_items/filter/available"],
  ["hire", "phone-lost", "effects/hire_update_member/member/keeps-rest"],
  ["hire", "refusal-draws", "limits/hires_a_day/hire_reserve/refusal-draws-nothing"],
  ["hire", "out-twice", "states/hire_reserve/requires/item/available/hire/out"],
  // A doctor has appointments of 10, 20 or 40 minutes, and names that several patients have.
  ["surgery", "overlap-by-start", "states/book_appointment/overlaps/doctor_id/inside"],
  ["surgery", "page-skips-equal-names", "pages/list_patients/order"],
  // Each prescription says how often it is dispensed.
  ["surgery", "one-fill-more", "limits/dispenses/dispense/one-more"],
  // A hire is extended twice at most: calls are counted.
  ["hire", "extended-forever", "limits/extensions/hire_extend/one-more"],
  // The agent has to be in the team of the ticket.
  ["helpdesk", "assign-inactive", "states/desk_assign/requires/agent/agent/state/inactive"],
  ["helpdesk", "export-ignores-filter", "results/desk_export_tickets/sums/desk_list_tickets/pending"],
  ["helpdesk", "tag-replaces", "effects/desk_tag/adds/add"],
  // A key is one of a lease, and that is one of the unit whose keys are counted.
  ["landlord", "returned-key-still-out", "effects/return_key/unit/changes"],
  // Just a place behind the first part shows that the list was cut before it was filtered.
  ["landlord", "filter-after-page", "pages/list_units/filter/property_id"],
  // A thing that comes back when it was due has no fee: the run brings one back late.
  ["hire", "late-free", "results/hire_return/invariants/0"],
  // The text of a file has letters of several bytes, and an old version of it comes back.
  ["drive", "bytes-are-characters", "results/download_file/files/url"],
  ["drive", "restored-keeps-checksum", "results/download_file/files/url"],
  // A file comes back from the bin, and another one has its name by then.
  ["drive", "restore-makes-duplicate", "limits/file_name/upload_file/state/binned/restore"],
  // The share is one of the folder, and ends with its last day.
  ["drive", "inherited-share-never-ends", "access/get_file/folder/unshared/expired/file"],
])("%s: %s fails %s", expectFinding);

// It needs a Python, and nothing that is installed there.
test.skipIf(strangers.depot!.missing !== undefined).each([
  // A transfer is a thing of its own, which is made between two places.
  ["depot", "transfers-of-all", "access/list_transfers/lot_id/list/transfers/lot_id"],
  // An item comes into the list, or leaves it, when its reorder point is set.
  ["depot", "reorder-point-of-old", "results/list_short_items/listed/items"],
  // A reservation shows lots as soon as it is issued.
  ["depot", "costs-in-list", "fields/list_reservations/reservations/*/picks/*/unit_cost/without"],
  ["depot", "release-keeps-reserved", "effects/release_reservation/item/changes"],
  ["depot", "lapsed-keeps-reserved", "states/reservation/held/lapse/changes/item"],
  ["depot", "fifth-reservation", "limits/open_reservations/reserve/one-more"],
  ["depot", "cursor-skips-equal", "pages/list_orders/equal-times"],
  ["depot", "count-without-scope", "authorization/count_lot/without-stock:write"],
  ["depot", "keys-for-all", "isolation/count_lot/key"],
  ["depot", "list-keeps-old-name", "results/update_item/names/item/item_id"],
  ["depot", "delivery-in-packs", "effects/receive_delivery/item/changes"],
])("%s, in Python: %s fails %s", { timeout: 120_000 }, expectFinding);

test.skipIf(strangers.depot!.missing !== undefined)(
  "a depot names one missing scope of two, issues lots of its own for each key, and shows no picks of what is reserved",
  async () => {
    const cases = [
      "authorization/receive_delivery/no-scopes",
      "replay/issue_reservation/at-once",
      "fields/reserve/reservation/picks/*/unit_cost/with",
      "fields/list_reservations/reservations/*/picks/*/unit_cost/with",
    ];
    const { results } = await testStranger("depot", 1, { selection: { cases } });
    const verdicts = results.map(({ subject, verdict }) => [subject.id, verdict]);
    expect(Object.fromEntries(verdicts)).toMatchObject({
      [cases[0]!]: { status: "failed", advice: true },
      [cases[1]!]: { status: "held" },
      [cases[2]!]: { status: "unverified", cause: "unobserved" },
      [cases[3]!]: { status: "held" },
    });
  },
  60_000,
);

async function expectFinding(name: string, mistake: string, id: string): Promise<void> {
  const selection = { cases: [id] };
  expect(failedIn(await testStranger(name, 1, { selection }))).toEqual([]);
  expect(failedIn(await testStranger(name, 1, { mistake, selection }))).toEqual([
    expect.stringContaining(`${id}:`),
  ]);
}

test("the end of an item that is in use comes after the end of its hire, and gives nothing back to the quota", async () => {
  const cases = ["limits/hires_a_day/hire_reserve/ended/*"];
  const { results } = await testStranger("hire", 1, { selection: { cases } });
  expect(results.map(({ subject, verdict }) => [subject.id, verdict.status])).toEqual([
    ["limits/hires_a_day/hire_reserve/ended/member", "held"],
    ["limits/hires_a_day/hire_reserve/ended/item", "held"],
    ["limits/hires_a_day/hire_reserve/ended/hire", "held"],
  ]);
}, 60_000);

test("a cursor that is the number of a page is tried with other filters, and cannot be forged", async () => {
  const cases = ["pages/desk_list_tickets/forged-cursor", "pages/desk_list_tickets/cursor-with/priority"];
  const { results } = await testStranger("helpdesk", 1, { selection: { cases } });
  expect(results.map(({ subject, verdict }) => [subject.id, verdict.status])).toEqual([
    ["pages/desk_list_tickets/forged-cursor", "inapplicable"],
    ["pages/desk_list_tickets/cursor-with/priority", "held"],
  ]);
}, 60_000);

test("accounts may count their tickets by themselves, and a merged ticket is not the one that stays", async () => {
  const cases = [
    "states/ticket/set-only/**",
    "effects/desk_merge/ticket/*",
    "effects/desk_set_status/team/*",
  ];
  expect(failedIn(await testStranger("helpdesk", 1, { selection: { cases } }))).toEqual([]);
}, 60_000);

/** One of its lists is the whole of the JSON: no object is around it. */
test("wallets over stdio with JSON in texts and refusals without codes have no finding", async () => {
  const cases = [
    "output/**",
    "failures/{create_transfer,order_card}/*",
    "limits/cards_of_a_wallet/order_card/one-more",
    "states/{card,payment,standing_order}/**",
    "pages/{list_transfers,list_standing_orders}/filter/*",
    "scenarios/{a-transfer-is-booked,money-is-spent-once}/*",
  ];
  const selection = { cases: cases.flatMap(expandBraces) };
  const { results, ...report } = await testStranger("wallet", 1, { selection });
  expect(failedIn({ results, ...report })).toEqual([]);
  expect(results.filter(({ verdict }) => verdict.status === "unverified")).toEqual([]);
}, 180_000);

test("a lease that ends on a day, deposits that are returned after it, and lists with an offset have no finding", async () => {
  const cases = [
    "states/lease/under notice/end",
    "states/deposit/due/return",
    "states/deposit/held/return",
    "states/deposit/held/return/at-once",
    "states/key/ended",
    "states/key/handed out/return/sets/returned_on",
    "pages/list_keys/every-item-once",
    // No tool takes the id of a payment.
    "pages/list_payments/filter/paid_from",
  ];
  const { results } = await testStranger("landlord", 3, { selection: { cases } });
  const statuses = new Map(results.map(({ subject, verdict }) => [subject.id, verdict.status]));
  expect(statuses).toEqual(new Map(cases.map((each) => [each, "held"])));
}, 120_000);

/** The cases that had a false finding at a drive whose users share with each other, or that it did not have. */
test.concurrent.each([
  [
    "a transition sets the end of a duration that begins with it",
    "states/{folder,file}/active/bin/sets/deletes_at",
  ],
  ["an end is shown in the items of the list that shows the state", "states/share/active/expire"],
  [
    "a thing stays in its state while others are made in it, and while it is led to another state of its own",
    "effects/{update_file/folder,lock_file/file,restore_item/lock}/state-stays",
  ],
  ["any text makes a transition whose call has a free text", "states/thread/resolved/reply"],
  [
    "a number that counts the things of a list may change with any of them",
    "effects/restore_item/folder/changes",
  ],
  ["a list shows another account what it shows of the shared thing", "access/list_threads/file/shared"],
  [
    "the call that shares names one of two kinds of things",
    "access/{get_folder,list_folders,search_files}/folder/shared",
  ],
  [
    "things are made within others by whose optional id a list is filtered",
    "pages/{list_folders/filter/parent_id,list_shares/filter/folder_id,list_shares/cursor-with/folder_id}",
  ],
  [
    "a call moves a thing into one that has to be in a state, and out of the bin",
    "states/{update_file,restore_item}/requires/folder/status/binned",
  ],
  [
    "a list of folders in a folder shows nothing of that folder itself",
    "{pages/list_folders/shared-items,effects/create_folder/folder/changes}",
  ],
  [
    "a list of what was done has an item for each thing that is made",
    "pages/list_activity/{every-item-once,total,filter/file_id,filter/action}",
  ],
  [
    "numbers of an account are compared when no other case runs",
    "results/get_usage/sums/search_files/{active,binned}",
  ],
  ["what a share has given ends with it", "access/get_file/file/unshared/{ended,expired}"],
  [
    "a used key comes with another parent, where the first call had none",
    "replay/create_folder/other-arguments/parent_id",
  ],
])("%s", async (_, cases) => {
  const ids = expandBraces(cases);
  const { results } = await testStranger("drive", 1, { selection: { cases: ids } });
  const statuses = results.map(({ subject, verdict }) => [subject.id, verdict.status]);
  expect(statuses.toSorted()).toEqual(ids.map((id) => [id, "held"]).toSorted());
});

test("one of two ids is no option", async () => {
  const cases = ["arguments/bin_item/*", "arguments/share_item/*"];
  const { results } = await testStranger("drive", 1, { selection: { cases } });
  const statuses = results.map(({ subject, verdict }) => [subject.id, verdict.status]);
  expect(statuses).toEqual([["arguments/share_item/until", "held"]]);
}, 60_000);

test("a reply opens a thread again, so no call of its tool leaves the state", async () => {
  const cases = ["effects/update_thread/thread/state-stays"];
  const { results } = await testStranger("drive", 1, { selection: { cases } });
  expect(results).toEqual([]);
}, 60_000);

test.concurrent.each([
  ["hire", "limits/open_hires/hire_reserve/state/expired"],
  ["landlord", "limits/lease_of_a_unit/sign_lease/state/ended"],
] as const)("%s: what ends after a time counts no longer", async (name, id) => {
  const { results } = await testStranger(name, 1, { selection: { cases: [id] } });
  expect(results.map(({ subject, verdict }) => [subject.id, verdict.status])).toEqual([[id, "held"]]);
});

/** Writes out a choice in braces: `a/{b,c}` is `a/b` and `a/c`. */
function expandBraces(pattern: string): string[] {
  const [, before = "", choice, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return choice === undefined ? [pattern] : choice.split(",").map((one) => before + one + after);
}

test("at a slow address, an assay that begins in an eighth of a second is past its first state", async () => {
  const slow = 5;
  expect(variantOf(slow).name).toBe("200 ms a call");
  const report = await testStranger("biobank", slow, { selection: { cases: ["states/assay/initial"] } });
  expect(report.results.map(({ verdict }) => verdict)).toMatchObject([
    { status: "unverified", cause: "passing" },
  ]);
});
