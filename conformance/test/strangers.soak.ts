/** The whole suite at servers that others wrote: a healthy one has no finding, whatever the seed; a mistake in it has one. */
import { describe, expect, test } from "vitest";
import { amount, drawSample, isSoak } from "../../.ci/draw.ts";
import { failedIn } from "./support/servers/first-runs.ts";
import { strangers } from "./support/strangers.ts";
import { testStranger, variantOf } from "./support/test-stranger.ts";

const allSeeds = Array.from({ length: 20 }, (_, index) => index + 1);
const installed = Object.keys(strangers).filter((name) => strangers[name]?.missing === undefined);
const firstRuns = installed.flatMap((name) => allSeeds.map((seed) => [name, seed] as const));
/** Those that wait for nothing: a run that may not move the clock waits minutes for windows of rates, and each call of a slow server takes long. */
const quick = firstRuns.filter(([, seed]) => variantOf(seed).hooks.includes("clock"));

// At the same time: a run at a slow server waits for most of its time.
test.concurrent.each(drawSample(isSoak ? firstRuns : quick, amount({ proof: 3, soak: firstRuns.length })))(
  "a first run at the %s has no finding with seed %i",
  { timeout: 1_500_000 },
  async (name, seed) => {
    expect(failedIn(await testStranger(name, seed))).toEqual([]);
  },
);

const missing = Object.entries(strangers).flatMap(([name, { missing }]) =>
  missing === undefined ? [] : [[name, missing] as const],
);
test.skip.each(missing)("the %s is left out: %s", () => {});

/** The case that finds a mistake; where it looks at the results of the run, with others whose calls show the mistake. */
type Finding = string | readonly [id: string, ...calls: string[]];

/** Server -> a mistake of it -> the case that finds it. */
const findings: Readonly<Record<string, Readonly<Record<string, Finding>>>> = {
  biobank: {
    // Another biobank's assay: the server is at work on each from the start, so calls lead it to no state.
    "assays-of-others": "access/get_assay/assay_id/other-account",
    "move-keeps-place": "effects/move_sample/rack/changes",
    "export-lacks-last": "results/export_samples/url/agrees-with/find_samples",
    "export-of-every-kind": "results/export_samples/url/agrees-with/find_samples",
    "one-more-in-a-rack": "limits/rack_room/store_sample/one-more",
    "failed-assay-counts": "limits/assays/start_assay/work-ends",
    "out-rack-retires": "states/retire_rack/requires/rack/used/sample/out",
    "note-stays": "effects/update_sample/sample/clears/note",
    "tags-by-beginning": "pages/find_samples/filter/tag",
    "point-is-any-letter": "pages/find_samples/filter/text",
    "volume-as-text": "pages/find_samples/order/volume",
    "closed-once": "states/study/open/close/sets/study/closed_at",
    "undone-twice": "states/aliquot/undone/undo",
    "due-in-minutes": "states/sample/stored/check_out/sets/sample/due_back_at",
    "discarded-in-report": "results/study_report/sums/find_samples/discarded",
    "rack-with-samples-retires": "states/retire_rack/requires/rack/used/led-out",
    "aliquot-larger-than-rest": "effects/draw_aliquot/takes/twice",
    "suspended-works": "accounts/suspended/store_sample",
    "suspended-is-not-found": "accounts/suspended/create_study",
    "suspended-tags": "accounts/suspended/tag_sample",
    "suspended-note-stays": "accounts/suspended/update_sample",
    "suspended-reports-nothing": "accounts/suspended/study_report",
  },
  landlord: {
    "retry-books-twice": "replay/record_payment/same",
    "returned-key-still-out": "effects/return_key/unit/changes",
    "raise-each-calendar-year": "scenarios/the-rent-is-raised-once-in-twelve-months/too-soon",
    "ended-lease-keeps-unit": "states/lease/under notice/end/changes/unit",
    "statement-of-any-lease": "access/lease_statement/lease_id/other-account",
    "phone-in-list": "fields/list_tenants/tenants/*/phone/without",
    "filter-after-page": "pages/list_units/filter/property_id/every-page",
    "deposit-lowers-balance": "scenarios/rent-is-paid-in-parts/still-open",
    "visit-after-repair": "states/repair/done/book",
  },
  wallet: {
    "hold-not-released": "states/payment/held/expire/changes/wallet",
    "offset-before-filter": "pages/list_wallets/filter/currency/every-page",
    "fee-rounded-down": ["results/create_transfer/invariants/1", "output/create_transfer/**"],
    "frozen-card-pays": "states/authorize_payment/requires/card/card/status/frozen",
    "month-end-skipped": "scenarios/a-standing-order-runs-every-month/runs",
    "fee-taken-twice": "scenarios/a-transfer-is-booked/booked",
    "return-keeps-fee": "scenarios/a-pending-transfer-is-returned/all",
    "capture-holds-rest": "scenarios/a-payment-is-captured-in-part/rest",
    "yen-has-cents": "scenarios/yen-have-no-decimals/send",
    "retry-sends-twice": "replay/create_transfer/same",
    "released-still-spent": "limits/spent_in_a_day/authorize_payment/state/released",
  },
  drive: {
    "stars-stand-for-anything": "pages/search_files/filter/name",
    "no-bytes-are-no-bound": "pages/search_files/filter/max_bytes",
    "inherited-share-never-ends": "access/get_file/folder/unshared/expired/file",
    "moved-out-stays-shared": "scenarios/a-share-of-a-folder-reaches-what-is-in-it/no-longer",
    "restore-makes-duplicate": "limits/file_name/upload_file/state/binned/restore",
    "bin-is-free": ["results/get_usage/sums/quota_bytes", "results/get_usage/sums/search_files/binned"],
    "bytes-are-characters": "results/download_file/files/url",
    "restored-keeps-checksum": "results/download_file/files/url",
    "grandchild-cycle": "effects/update_folder/tree/grandchild",
    "commenter-uploads": "access/upload_version/file/role/comment",
    "anyone-checks-in": "access/lock_file/file/exclusive/checked_out/check_in",
    "lapsed-lock-blocks": "access/update_file/file/exclusive/checked_out/lapse",
  },
  depot: {
    "discount-rounds-down": ["results/create_order/invariants/1", "scenarios/an-order-comes-in-parts/order"],
    "oldest-lot-first": "scenarios/what-expires-first-is-taken-first/issue",
    "cost-rounded-by-pick": "scenarios/what-expires-first-is-taken-first/issue",
    "place-takes-one-more": "limits/room_of_a_place/receive_lot/one-more",
    "incoming-takes-no-room": "limits/room_for_transfers/send_transfer/one-more",
    "part-closes-the-order": "scenarios/an-order-comes-in-parts/rest",
    "delivery-in-packs": "effects/receive_delivery/item/changes",
    "release-keeps-reserved": "effects/release_reservation/item/changes",
    "lapsed-keeps-reserved": "states/reservation/held/lapse/changes/item",
    "transfer-hides-the-difference": "scenarios/a-place-takes-what-fits/arrived",
    "quarantined-is-no-filter": "pages/list_lots/filter/status",
    "cursor-skips-equal": "pages/list_orders/equal-times",
    "transfers-of-all": "access/list_transfers/lot_id/list/transfers/lot_id",
    "count-without-scope": "authorization/count_lot/without-stock:write",
    "keys-for-all": "isolation/count_lot/key",
    "list-keeps-old-name": "results/update_item/names/item/item_id",
    "count-applied-twice": "effects/count_lot/lot/changes",
    "closed-order-over-delivers": "states/order/received/receive_part",
    "refused-transfer-takes": "scenarios/a-place-takes-what-fits/send-too-many",
    "quarantine-counts": "scenarios/what-is-held-back-is-not-reserved/hold",
    "fifth-reservation": "limits/open_reservations/reserve/one-more",
    "negative-arrives": "input/receive_transfer/received/minimum/below",
    "reorder-point-of-old": "results/list_short_items/listed/items",
    "lead-days-zero": "scenarios/an-order-comes-in-parts/supplier",
    "box-is-piece": "pages/list_items/filter/unit",
    "short-by-on-hand": "results/list_short_items/listed/items",
    "last-day-is-over": "scenarios/what-expired-is-not-issued/reserve",
    "quarantined-is-reserved": "scenarios/what-is-held-back-is-not-reserved/reserve",
    "none-changes-nothing": "effects/update_item/item/clears/note",
    "costs-in-list": "fields/list_reservations/reservations/*/picks/*/unit_cost/without",
  },
  hire: {
    "quota-for-all": "isolation/hire_reserve/hires_a_day/account",
    "cancel-keeps-item": "effects/hire_cancel/item/changes",
    "expires-late": "states/hire/reserved/expire",
    "out-twice": "states/hire_reserve/requires/item/available/hire/out",
    "late-free": "results/hire_return/invariants/0",
    "fee-not-owed": "scenarios/late-costs/settle",
    "extended-forever": "limits/extensions/hire_extend/one-more",
    "phone-lost": "effects/hire_update_member/member/keeps-rest",
    "false-is-absent": "pages/hire_list_items/filter/available",
    "refusal-draws": "limits/hires_a_day/hire_reserve/refusal-draws-nothing",
    "cancelled-gives-back": "limits/hires_a_day/hire_reserve/ended/hire",
    "quota-per-token": "isolation/hire_reserve/hires_a_day/tokens",
    "long-hires-are-free": "limits/hires_a_day/hire_reserve/draws",
    "old-revision-passes": "concurrency/hire_update_member/name/stale",
    "changes-at-once": "concurrency/hire_update_member/name/at-once",
    "same-change-counts": "modes/hire_update_member/idempotent",
    "id-with-other-days": "replay/hire_reserve/other-arguments/days",
    "page-skips-one": "pages/hire_list_items/every-item-once",
  },
  surgery: {
    "page-skips-equal-names": "pages/list_patients/order",
    "overlap-by-start": "states/book_appointment/overlaps/doctor_id/inside",
    "touching-visits-clash": "states/book_appointment/overlaps/doctor_id/after",
    "longer-visit-fits": "states/book_appointment/overlaps/doctor_id/around",
    "one-calendar": "states/book_appointment/overlaps/doctor_id/other/doctor_id",
    "cancelled-keeps-time": "states/book_appointment/overlaps/doctor_id/state/cancelled",
    "one-fill-more": "limits/dispenses/dispense/one-more",
    "last-in-line-first": "states/waiting/waiting/offer/queue",
    "no-notice": "limits/cancel_notice/cancel_appointment/after",
    "offer-never-lapses": "states/waiting/offered/lapse",
    "until-is-included": "pages/list_appointments/filter/until",
    "visit-after-cancel": "states/appointment/cancelled/attend",
    "export-lacks-cancelled": "results/export_appointments/sums/list_appointments/cancelled",
    "closed-at-moves": ["states/referral/set-only/closed_at", "states/referral/**", "access/**"],
  },
  helpdesk: {
    "merge-loses-comments": "scenarios/two-tickets-about-one-thing/read",
    "merge-into-other-desk": "access/desk_merge/into_id/other-account",
    "export-link-unsigned": "isolation/desk_export_tickets/export_link",
    "export-ignores-filter": "results/desk_export_tickets/sums/desk_list_tickets/open",
    "page-two-unfiltered": "pages/desk_list_tickets/filter/status",
    "search-case-sensitive": "scenarios/words-are-found/by-body",
    "assign-inactive": "states/desk_assign/requires/agent/agent/state/inactive",
    "tag-by-beginning": "pages/desk_list_tickets/filter/tag",
    "tag-replaces": "effects/desk_tag/adds/add",
    "reply-to-closed": "states/desk_reply/requires/ticket/ticket/status/closed",
  },
};

const mistakes = Object.entries(findings).flatMap(([name, ofServer]) =>
  Object.entries(ofServer).map(([mistake, finding]) => ({ name, mistake, finding })),
);
const drawn = drawSample(
  mistakes.filter(({ name }) => installed.includes(name)),
  amount({ proof: 10, soak: mistakes.length }),
);

describe.each(installed.filter((server) => drawn.some(({ name }) => name === server)))(
  "a mistake of the %s",
  (server) => {
    const ofServer = drawn.filter(({ name }) => name === server);
    test.concurrent.each(ofServer.map(({ mistake, finding }) => [mistake, finding] as const))(
      "%s fails %s",
      async (mistake, finding) => {
        const [id, ...calls] = typeof finding === "string" ? [finding] : finding;
        // The steps of a workflow are tried together.
        const cases = [id.replace(/^(scenarios\/[^/]+\/).*/, "$1**"), ...calls];
        const report = await testStranger(server, 1, { mistake, selection: { cases } });
        expect(failedIn(report)).toContainEqual(expect.stringContaining(`${id}:`));
      },
    );
  },
);
