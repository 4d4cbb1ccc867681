/** The whole suite at servers that others wrote: a healthy one has no finding, whatever the seed; a mistake in it has one. */
import { describe, expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { failedIn } from "./support/servers/first-runs.ts";
import { strangers } from "./support/strangers.ts";
import { testStranger } from "./support/test-stranger.ts";

const allSeeds = Array.from({ length: 20 }, (_, index) => index + 1);
const installed = Object.keys(strangers).filter((name) => strangers[name]?.missing === undefined);
const firstRuns = installed.flatMap((name) => allSeeds.map((seed) => [name, seed] as const));

// At the same time: a run at a slow server waits for most of its time.
test.concurrent.each(drawSample(firstRuns, amount({ proof: 6, soak: firstRuns.length })))(
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
  restaurant: {
    "touching-reservations-collide": "states/reserve/overlaps/table_id/after",
    "unavailable-is-sold": "states/add_line/requires/item/available/led-out",
    "cancelled-holds-table": "states/reserve/overlaps/table_id/state/cancelled",
    "deposit-from-eight": ["results/reserve/invariants/0", "output/reserve/**", "failures/reserve/**"],
    "notice-is-not-kept": "limits/notice/cancel_reservation/after",
    "guests-of-others": "access/reserve/guest_id/other-account",
    "overpaid-bill": "scenarios/two-guests-split-a-bill/more",
    "modifiers-are-free": "scenarios/two-guests-split-a-bill/line",
    "served-goes-back": "scenarios/two-guests-split-a-bill/back",
    "two-payments-at-once": "replay/pay_bill/at-once",
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
  },
  drive: {
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
  pharmacy: {
    "expired-in-stock": "states/batch/usable/expire/changes/medicine",
    "first-in-first-out": "scenarios/the-batch-that-expires-first-is-dispensed-first/both",
    "recall-of-first-line": "scenarios/a-recall-ends-what-the-batch-was-given-to/recall",
    "recall-keeps-fill": "limits/fills/dispense/state/recalled",
    "back-to-first-batch": "scenarios/the-batch-that-expires-first-is-dispensed-first/whole",
    "limit-of-prescription": "scenarios/controlled-medicines-have-a-daily-limit/one-more",
    "allergy-in-one-case": "scenarios/an-allergy-forbids-a-medicine/not-prescribed",
    "no-alert-at-level": "results/list_stock_alerts/listed/alerts",
    "filter-after-page": "pages/list_batches/filter/medicine_id/every-page",
  },
  summit: {
    "refund-rounds-days-up": [
      "results/cancel_attendee/invariants/2",
      "scenarios/refunds-follow-the-schedule/**",
    ],
    "refund-of-list-price": [
      "results/cancel_attendee/invariants/0",
      "scenarios/refunds-follow-the-schedule/**",
    ],
    "waiting-by-id": "states/wait/waiting/move_up/queue",
    "one-moves-up": "scenarios/those-who-wait-move-up/larger",
    "cancelled-keeps-seats": "scenarios/those-who-wait-move-up/gone",
    "voucher-one-more": "limits/voucher_uses/register_attendee/one-more",
    "move-checks-old-room": "states/schedule_session/overlaps/room_id/moved/move_session/room_id",
    "move-clashes-with-itself": "states/schedule_session/overlaps/room_id/moved/move_session/itself",
    "end-is-inclusive": "states/schedule_session/overlaps/room_id/after",
    "search-after-page": "pages/list_sessions/filter/text/every-page",
    "filter-compares-texts": "pages/list_sessions/filter/from",
  },
  payroll: {
    "overtime-from-40": ["results/get_timesheet/invariants/0", "scenarios/hours-become-a-payslip/**"],
    "late-sheet-paid-twice": "scenarios/a-late-timesheet-is-paid-once/nothing-left",
    "discard-leaves-locked": "scenarios/a-discarded-run-unlocks-its-timesheets/unlocked",
    "correction-each-month": "scenarios/a-correction-is-paid-with-the-next-run/third",
    "day-limit-per-entry": "scenarios/nobody-works-when-away/too-much",
    "dinar-rounded-to-cents": ["results/get_payslip/invariants/3", "scenarios/dinars-have-three-decimals/**"],
    "tax-on-gross": ["results/get_payslip/invariants/4", "output/get_payslip/**"],
    "vacation-stays-booked": "results/get_employee/sums/list_absences/declined",
    "payslips-of-others": "access/get_payslip/payslip_id/other-account",
  },
  shop: {
    "cancel-keeps-stock": "effects/shop_cancel_order/product/changes",
    "voucher-twice": "states/voucher/used/redeem",
    "filter-first-page": ["pages/shop_list_products/filter/max_price_cents", "**/shop_update_product/**"],
    "ship-of-others": "access/shop_ship_order/order_id/other-account",
    "contact-in-list": "fields/shop_list_customers/customers/*/email/without",
    "total-unfiltered": "pages/shop_list_orders/filter/status",
    "request-id-shared": "isolation/shop_create_order/key",
    "version-ignored": "concurrency/shop_update_product/price_cents/stale",
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
  },
  booking: {
    "cancel-keeps-the-slot": "effects/booking_cancel/slot/changes",
    "until-is-included": "pages/booking_list_slots/filter/until",
    "booked-slot-stays-free": "effects/booking_book/slot/changes",
    "notice-is-an-hour-short": "limits/notice/booking_cancel/after",
    "touching-slots-overlap": "states/booking_add_slot/overlaps/room_id/after",
    "longer-slots-overlap-nothing": "states/booking_add_slot/overlaps/room_id/around",
    "slots-overlap-in-all-rooms": "states/booking_add_slot/overlaps/room_id/other/room_id",
    "one-key-for-all-accounts": "isolation/booking_book/key",
    "new-guest-shows-address": "fields/booking_add_guest/email/without",
  },
  school: {
    "marks-of-all-pupils": "pages/list_marks/filter/pupil_id",
    "rename-ignores-the-revision": "concurrency/rename_class/at-once",
    "moves-into-other-schools": "access/move_pupil/class_id/other-account",
    "correction-drops-the-note": "effects/correct_mark/mark/keeps-rest",
    "pupils-who-left-count": "results/get_class/sums/list_pupils/left",
    "class-of-thirty-one": "limits/class_size/get_class/at-limit",
    "marks-for-pupils-who-left": "states/give_mark/requires/pupil/pupil/state/left",
    "until-is-left-out": "pages/list_marks/filter/until",
    "lists-show-birthdays": "fields/list_pupils/pupils/*/born/without",
  },
  clinic: {
    "overlap-by-start": "states/clinic_book/overlaps/practitioner_id/inside",
    "cancelled-blocks": "states/clinic_book/overlaps/practitioner_id/state/cancelled",
    "no-show-at-start": "states/appointment/booked/miss",
    "note-in-list": "fields/clinic_list_appointments/appointments/*/note/without",
    "prescribe-before-done": "states/clinic_prescribe/requires/appointment/status/checked_in",
    "expires-a-day-late": "states/prescription/active/expire",
    "repeats-go-on": "states/prescription/used_up/use_up",
    "summary-lags": "results/clinic_summarise_day/sums/clinic_list_appointments/no_show",
    "search-by-case": "pages/clinic_search_patients/filter/name",
    "practitioner-of-others": "access/clinic_book/practitioner_id/other-account",
  },
  inventory: {
    "issue-looks-at-all": "effects/inv_issue/takes/other/warehouse_id",
    "transfer-keeps-source": "effects/inv_issue/takes/after/inv_transfer",
    "issue-takes-reserved": "effects/inv_issue/takes/after/inv_reserve",
    "link-unsigned": "isolation/inv_export/link_life",
    "release-keeps-reserved": "effects/inv_release/product/changes",
    "low-stock-below": "results/inv_low_stock/listed/products",
    "sku-overwrites": "effects/inv_add_product/product/id-taken",
    "export-of-all": "isolation/inv_export/file/download_url",
    "retry-moves-twice": "replay/inv_receive/same",
  },
  hotel: {
    "overlap-misses-inside": "states/hotel_reserve/overlaps/room_id/around",
    "cancelled-still-blocks": "states/hotel_reserve/overlaps/room_id/state/cancelled",
    "notice-is-a-day": "limits/cancel_notice/hotel_cancel/after",
    "no-show-an-hour-late": "states/stay/reserved/miss",
    "charge-after-check-out": "states/hotel_add_charge/requires/stay/status/checked_out",
    "pay-twice-on-retry": "replay/hotel_pay/other-arguments/method",
    "balance-without-parking": "results/hotel_add_charge/sums/charged_cents",
    "quota-per-token": "isolation/hotel_reserve/reservations_a_day/tokens",
    "email-in-list": "fields/hotel_list_guests/guests/*/email/without",
    "occupied-after-check-out": "effects/hotel_check_out/room/changes",
    "night-of-departure": "results/hotel_get_stay/invariants/1",
  },
  library: {
    "lapsed-hold-keeps-copy": "states/hold/ready/lapse/changes/copy",
    "six-loans": "limits/loans_at_once/lib_check_out/one-more",
    "renew-despite-queue": "scenarios/first-come-first-served/wanted",
    "return-skips-queue": "scenarios/first-come-first-served/ready",
    "last-comes-first": "states/hold/waiting/arrive/queue",
    "fine-for-whole-days": "results/lib_return/invariants/0",
    "email-in-list": "fields/lib_list_members/members/*/email/without",
    "withdrawn-still-counts": ["results/lib_get_title/sums/copies", "states/**", "effects/**"],
    "lend-to-other-library": "access/lib_check_out/member_id/other-account",
  },
  courier: {
    "ninth-parcel": "limits/route_parcels/get_route/at-limit",
    "fourth-attempt": "scenarios/third-attempt-returns/third",
    "load-keeps-unassigned": ["results/get_route/sums/load_kg", "states/**", "effects/**"],
    "total-not-repriced": ["results/update_parcel/sums/price/total", "arguments/update_parcel/**"],
    "request-ids-shared": "isolation/create_parcel/key",
    "revision-of-weight-only": "concurrency/update_parcel/recipient/stale",
    "driver-of-others": "access/plan_route/driver_id/other-account",
    "phone-in-search": "fields/search_parcels/parcels/*/phone/without",
    "deliver-after-return": "states/parcel/returned/deliver",
  },
  tracker: {
    "begun-blocker-is-no-blocker": "scenarios/a-blocked-issue-is-not-finished/still_too_early",
    "long-circle": "scenarios/issues-do-not-wait-in-a-circle/one_cannot_wait",
    "copy-shares-labels": "effects/copy_issue/issue/copy-apart",
    "ended-sprint-keeps-issues": "scenarios/a-sprint-ends-by-itself/completed",
    "edit-extends-window": "scenarios/a-comment-is-edited-for-a-quarter-of-an-hour/too_late",
    "planned-sprints-not-counted": "scenarios/a-fourth-open-sprint-is-refused/four",
    "former-member-assigned": "scenarios/who-leaves-has-no-open-issues/nothing_new",
    "blocker-of-other-workspace": "access/block_issue/blocked_by/other-account",
    "bulk-checks-first-project": "scenarios/each-moved-issue-has-its-outcome/move",
  },
  tickets: {
    "hold-keeps-places": "states/order/held/lapse/changes/event",
    "promo-use-lost": "states/order/held/lapse/changes/promo_code",
    "old-code-stays-valid": "states/ticket/void/check_in",
    "refund-without-discount": "scenarios/takings-count-discounts-and-refunds/part",
    "page-by-time-only": "pages/list_events/every-item-once",
    "takings-with-holds": "scenarios/takings-count-discounts-and-refunds/before",
    "over-in-get-only": "states/event/on_sale/finish",
  },
  cycles: {
    "expired-quote-books": "limits/quote_lifetime/cycles_quote/after",
    "maintenance-last-day-free": "scenarios/a-bike-in-maintenance-is-not-hired/refused",
    "cancel-frees-booking-of-day": "limits/bookings_per_day/cycles_book/ended/hire",
    "document-in-search": "fields/cycles_search_customers/customers/*/document/without",
    "until-day-excluded": "pages/cycles_list_hires/filter/starts_until",
    "invoice-forgets-late-fee": "results/cycles_get_invoice/invariants/0",
  },
  conference: {
    "seat-stays-taken": "results/conf_get_event/sums/conf_list_registrations/cancelled",
    "accept-lapsed-offer": "scenarios/an-offer-lapses/too-late",
    "around-not-seen": "states/conf_add_slot/overlaps/event_id+room/around",
    "email-in-list": "fields/conf_list_registrations/registrations/*/email/without",
    "first-tag-only": "pages/conf_list_talks/filter/tag",
    "copy-shares-reviews": "effects/conf_copy_talk/talk/copy-apart",
    "conflict-after-change": "concurrency/conf_update_talk/title/stale",
    "copies-of-others": "access/conf_copy_talk/talk_id/other-account",
    "last-day-missing": "pages/conf_list_slots/filter/until",
    "newest-is-offered": "scenarios/a-cancelled-seat-goes-to-the-first-who-waits/offered",
  },
  gym: {
    "lapsed-rental-keeps-locker": "states/rental/active/lapse/changes/locker",
    "freezing-keeps-the-revision": ["results/set_membership/moves/revision", "states/membership/**"],
  },
  auction: {
    "payment-booked-twice": "replay/record_payment/same",
    "bid-equals-highest": "scenarios/a-bid-exceeds-the-last-one-by-the-increment/same",
    "watched-twice": "modes/watch_lot/idempotent",
    "reserve-ignored": "scenarios/a-lot-below-its-reserve-is-not-sold/unsold",
    "outbid-stays-committed": "scenarios/a-bid-exceeds-the-last-one-by-the-increment/ida-is-free",
    "reserve-in-list": "fields/list_lots/lots/*/reserve/without",
    "until-before-the-day": "pages/list_sales/filter/until",
    "copy-shares-estimate": "effects/duplicate_lot/lot/copy-apart",
    "one-lot-too-many": "limits/sale_lots/get_sale/at-limit",
    "lot-of-another-house": "access/add_lot_to_sale/lot_id/other-account",
  },
  agency: {
    "second-timer-elsewhere": "scenarios/one-timer-a-person/elsewhere",
    "quarters-to-nearest": "scenarios/a-small-job-is-paid-late/stop",
    "half-approved": "effects/approve_entries/entry/entry_ids/*/all-or-none",
    "void-keeps-expenses": "effects/void_invoice/expense/changes",
    "internal-hours-billed": "scenarios/work-becomes-money/draft",
    "approved-hours-move": "states/move_entry/requires/entry/status/approved",
    "until-is-before": "pages/list_entries/filter/until",
    "rates-in-list": "fields/list_projects/projects/*/rates/without",
    "late-acceptance": "states/estimate/lapsed/accept",
    "any-agency-deletes": "access/delete_expense/expense_id/other-account",
  },
  garden: {
    "offer-lasts-long": "states/tenancy/offered/lapse",
    "notice-four-weeks": "states/tenancy/notice/end",
    "no-loan-after-another": "states/garden_book_tool/overlaps/tool_id/after",
    "cancelled-keeps-hours": "states/garden_book_tool/overlaps/tool_id/state/cancelled",
    "reference-per-tenancy": "replay/garden_pay_fee/other-arguments/tenancy_id",
    "swap-one-way": "scenarios/two-members-swap-their-duties/swap",
    "harvest-in-tenths": "results/garden_get_tenancy/sums/garden_list_harvests/changes",
    "waits-with-plot": "scenarios/a-plot-goes-through-a-season/no-longer-waiting",
    "until-leaves-out-last": "pages/garden_list_duties/filter/until",
    "one-place-for-all": ["results/garden_sign_up/sums/places", "scenarios/a-work-day-has-its-places/**"],
  },
  vet: {
    "balance-without-vat": "effects/close_visit/owner/changes",
    "cancelled-keeps-slot": "states/book_visit/overlaps/vet/state/cancelled",
    "boosters-add-up": "scenarios/a-booster-takes-the-place/earlier",
    "dispense-expired": "states/dispense/requires/prescription/state/expired",
    "renewal-keeps-count": "scenarios/dispensed-as-often-as-prescribed/renewed",
    "phone-in-list": "fields/list_owners/owners/*/phone/without",
    "fourth-visit": "limits/open_visits/book_visit/one-more",
    "stale-weight": "concurrency/update_animal/weight_kg/stale",
    "payment-twice": "replay/record_payment/same",
    "until-excludes-day": "pages/list_visits/filter/until",
  },
  recruiting: {
    "consent-lapses-late": "states/candidate/given/lapse",
    "reapply-after-screening": "limits/application_for_a_job/apply/state/screening",
    "offset-before-filter": "pages/list_applications/filter/stage",
    "mean-is-last": "scenarios/the-mean-of-the-scorecards/both",
    "last-place-stays-open": "scenarios/the-last-place-closes-the-job/closed",
    "email-in-list": "fields/list_candidates/candidates/*/email/without",
    "candidate-of-others": "access/apply/candidate_id/other-account",
    "lapsed-offer-keeps-stage": "states/application/offer/lapse",
    "busy-by-start": "states/schedule_interview/overlaps/interviewer/around",
    "cancelled-blocks": "states/schedule_interview/overlaps/interviewer/state/cancelled",
  },
  helpdesk: {
    "merge-loses-comments": "scenarios/two-tickets-about-one-thing/read",
    "merge-into-other-desk": "access/desk_merge/into_id/other-account",
    "export-link-unsigned": "isolation/desk_export_tickets/export_link",
    "export-ignores-filter": "results/desk_export_tickets/sums/desk_list_tickets/open",
    "page-two-unfiltered": "pages/desk_list_tickets/filter/status",
    "search-case-sensitive": "scenarios/words-are-found/by-body",
    "assign-inactive": "states/desk_assign/requires/agent/agent/state/inactive",
    "tag-replaces": "effects/desk_tag/adds/add",
    "reply-to-closed": "states/desk_reply/requires/ticket/ticket/status/closed",
  },
};

const mistakes = Object.entries(findings).flatMap(([name, ofServer]) =>
  Object.entries(ofServer).map(([mistake, finding]) => ({ name, mistake, finding })),
);
const drawn = drawSample(
  mistakes.filter(({ name }) => installed.includes(name)),
  amount({ proof: 24, soak: mistakes.length }),
);

describe.each(installed.filter((server) => drawn.some(({ name }) => name === server)))(
  "a mistake of the %s",
  (server) => {
    const ofServer = drawn.filter(({ name }) => name === server);
    test.each(ofServer.map(({ mistake, finding }) => [mistake, finding] as const))(
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
