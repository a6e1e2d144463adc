import { FEE_TO, RECIPIENT, STRANGE, WALLET } from "@/components/pay/gallery/examples";
import { builtApprovals } from "@/components/pay/safety/expected";
import { approvalsOf } from "@/components/pay/safety/schedule/compare-schedule";
import { expectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import { permitStep } from "@/components/pay/safety/schedule/schedule-steps";
import { approvalStep } from "@/components/pay/safety/steps";
import type { CancelFlow } from "@/components/pay/schedule/cancelling/cancel-flow";
import type { SignFlow, SignPlan, SignTrouble } from "@/components/pay/schedule/signing/sign-flow";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { PERIOD_SECONDS } from "@/server/recurring-payouts/calendar";
import type {
  PageInstalment,
  PageSchedule,
  SchedulePageState,
} from "@/server/recurring-payouts/page/page-schema";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";
import { instalmentReference } from "@/server/recurring-payouts/signing/typed-data";

/** A moment of a recurring payout: the page, and what stands below it. */
interface ScheduleMoment {
  /** Null on the page of all schedules of a wallet. */
  page: SchedulePageState | null;
  below?:
    | { kind: "connect" | "prompt" | "wrong_wallet" | "running_sign" }
    | { kind: "sign"; flow: SignFlow }
    | { kind: "cancel"; flow: CancelFlow; lower: bigint | null }
    | { kind: "running"; schedules: PageSchedule[] };
}

const FIRST = Date.UTC(2031, 4, 4, 16, 30) / 1_000;

function shown(more: Partial<ShownSchedule> = {}): ShownSchedule {
  const all = {
    network: "base",
    contract: "0xD3BD678f219439c2bcf602Beb07e601a91b8Cd3d",
    currency: "USDC-base",
    payer: WALLET,
    recipient: RECIPIENT,
    amount: "50000000",
    fee: null,
    frequency: "MONTHLY",
    firstPayment: FIRST,
    payments: 12,
    nonce: "90718237981274987129847129847129847",
    approved: null,
    ...more,
  } as const;
  const deadline = FIRST + PERIOD_SECONDS[all.frequency] * (all.payments + 1);
  return { ...all, deadline };
}

function schedule(more: Partial<PageSchedule> = {}): PageSchedule {
  const { id, name, isTestnet, explorer } = EVM_NETWORKS.base;
  return {
    kind: "schedule",
    token: "3f0c2a3e-5a58-4b41-9a10-0f6f3c1f2b77",
    branding: null,
    merchant: "Example Shop",
    network: { id, name, isTestnet, explorer },
    shown: shown(),
    reference: "Supplier contract 2031",
    status: "pending",
    processed: 0,
    nextPayment: new Date(FIRST * 1_000).toISOString(),
    failure: null,
    cancelledBy: null,
    endedAt: null,
    instalments: [],
    othersNeed: "0",
    ...more,
  };
}

function paid(count: number): Pick<PageSchedule, "processed" | "instalments" | "nextPayment"> {
  const { digest, permit } = expectedPermit(shown());
  const at = (index: number) => new Date(1_000 * (FIRST + (index - 1) * permit.periodSeconds)).toISOString();
  const instalments = Array.from({ length: count }, (_, position): PageInstalment => {
    const index = position + 1;
    const reference = instalmentReference(digest, index);
    return { index, reference, isPaid: true, paid: { txHash: `0x${"5e1f0c77".repeat(8)}`, at: at(index) } };
  });
  return { processed: count, instalments, nextPayment: at(count + 1) };
}

const active = schedule({ status: "active", ...paid(2) });
const withFee = schedule({
  shown: shown({ fee: { amount: "500000", address: FEE_TO }, frequency: "DAILY", payments: 255 }),
  othersNeed: "150000000",
});

function planOf(page: PageSchedule, at: number): SignPlan {
  const expected = expectedPermit(page.shown);
  const needed = expected.cost * BigInt(page.shown.payments) + BigInt(page.othersNeed);
  const approvals = builtApprovals(approvalsOf(expected, needed));
  return {
    approvals: approvals.map((approval) => approvalStep(expected.network, approval)),
    permit: permitStep(expected),
    at,
  };
}

const signing = (flow: SignFlow, page = withFee): ScheduleMoment => ({ page, below: { kind: "sign", flow } });
const review = (trouble: SignTrouble | null, at = 1): SignFlow => ({
  step: "review",
  plan: planOf(withFee, at),
  trouble,
});
const cancelling = (flow: CancelFlow, lower: bigint | null = null): ScheduleMoment => ({
  page: active,
  below: { kind: "cancel", flow, lower },
});
const cancelled = { status: "cancelled", nextPayment: null, endedAt: "2031-06-10T10:00:00.000Z" } as const;

/** Every state of the pages of recurring payouts. */
export const SCHEDULE_STATES: Record<string, ScheduleMoment> = {
  "schedule-not-found": { page: { kind: "not_found" } },
  schedule: { page: schedule(), below: { kind: "prompt" } },
  "schedule-with-contact": {
    page: schedule({ branding: { id: "01M7WM9D7FKFSH7GG6GY105AVH", contact: "help@shop.example" } }),
    below: { kind: "prompt" },
  },
  "schedule-strange-texts": { page: schedule({ reference: STRANGE.markup }), below: { kind: "prompt" } },
  "schedule-largest": {
    page: schedule({
      reference: STRANGE.long,
      shown: shown({ amount: (2n ** 128n - 1n).toString(), frequency: "YEARLY", payments: 40 }),
    }),
    below: { kind: "prompt" },
  },
  "schedule-connect": { page: schedule(), below: { kind: "connect" } },
  "schedule-wrong-wallet": { page: schedule(), below: { kind: "wrong_wallet" } },
  "schedule-preparing": signing({ step: "preparing" }),
  "schedule-refused": signing({
    step: "refused",
    problem: { field: "recipient", expected: RECIPIENT, got: FEE_TO },
  }),
  "schedule-unreachable": signing({ step: "unreachable" }),
  "schedule-approve": signing(review(null, 0)),
  "schedule-approving": signing({ step: "settling", plan: planOf(withFee, 0), hash: "" }),
  "schedule-sign": signing(review(null)),
  "schedule-sign-rejected": signing(review({ code: "wallet", reason: "rejected" })),
  "schedule-sign-unsupported": signing(review({ code: "wallet", reason: "no_typed_data" })),
  "schedule-sign-not-taken": signing(review({ code: "refused_signature" })),
  "schedule-in-wallet": signing({ step: "wallet", plan: planOf(withFee, 1) }),
  "schedule-handing-in": signing({ step: "handing_in", plan: planOf(withFee, 1), signature: "" }),
  "schedule-active": { page: active, below: { kind: "prompt" } },
  "schedule-active-failed": {
    page: { ...active, failure: "insufficient_funds" },
    below: { kind: "prompt" },
  },
  "schedule-paused": {
    page: { ...active, status: "paused", failure: "insufficient_allowance", nextPayment: null },
    below: { kind: "prompt" },
  },
  "schedule-completed": { page: { ...active, ...paid(12), status: "completed", nextPayment: null } },
  "schedule-cancelled-by-payer": {
    page: { ...active, ...cancelled, cancelledBy: "payer" },
    below: { kind: "prompt" },
  },
  "schedule-cancelled-by-merchant": {
    page: { ...active, ...cancelled, cancelledBy: "platform" },
    below: { kind: "prompt" },
  },
  "schedule-expired": { page: { ...active, ...cancelled, cancelledBy: "deadline" } },
  "schedule-cancel-offered": cancelling({ step: "offered" }),
  "schedule-cancel": cancelling({ step: "review", trouble: null }),
  "schedule-cancel-reverted": cancelling({ step: "review", trouble: { code: "reverted" } }),
  "schedule-cancel-in-wallet": cancelling({ step: "wallet", what: "cancel" }),
  "schedule-cancelling": cancelling({ step: "settling", what: "cancel", hash: "" }),
  "schedule-cancelled-lower": cancelling({ step: "cancelled", allowance: 500_000_000n, trouble: null }, 0n),
  "schedule-cancelled-done": cancelling({ step: "cancelled", allowance: 0n, trouble: null }),
  "schedules-sign": { page: null, below: { kind: "running_sign" } },
  "schedules-none": { page: null, below: { kind: "running", schedules: [] } },
  schedules: {
    page: null,
    below: {
      kind: "running",
      schedules: [
        active,
        { ...withFee, token: "3f0c2a3e-5a58-4b41-9a10-0f6f3c1f2b78", status: "paused", nextPayment: null },
      ],
    },
  },
};
