import { z } from "zod";
import { REFUND_STATES } from "@/db/schema";
import {
  CalldataMetadata,
  SafeTransactionValue,
  Transaction,
} from "@/server/requests/paying/calldata-schema";
import { WalletText } from "@/server/requests/paying/payer-wallet";
import { RefundLinkRead } from "@/server/requests/refunds/links/schema";

/** `POST /v2/request/{requestId}/refunds`. */
export const CreateRefundBody = z
  .object({
    amount: z
      .string()
      .optional()
      .describe(
        "What to send back, as a decimal string in the payment currency; all that can be when absent.",
      ),
    receiver: z
      .string()
      .optional()
      .describe(
        "Who gets it: a wallet that paid the request, or the address that its payer named. Needed where there are several.",
      ),
    wallet: WalletText.optional().describe("The wallet that will send it; says which approvals it needs."),
    isSafe: z.boolean().optional().describe("Whether the wallet is a Safe; needs `wallet`."),
  })
  .superRefine(({ isSafe, wallet }, check) => {
    if (!isSafe || wallet !== undefined) return;
    check.addIssue({ code: "custom", message: "wallet is required with isSafe", path: ["wallet"] });
  })
  .meta({ id: "CreateRefundBody" });
export type CreateRefundBody = z.infer<typeof CreateRefundBody>;

const ReceiverIs = z
  .enum(["payer", "named"])
  .describe("Whether the receiver is a wallet that paid, or an address that the payer named.");

const RefundId = z.string().describe("One refund: what was prepared, and what the chain has of it.");

/** What a second person approved, as `ShownApproval` of the payer's page has it. */
const RefundApproval = z.object({
  item: z.int().describe("Always 0: a refund is one payment."),
  verb: z.enum(["payout.create", "schedule.create", "refund.create"]).describe("What was approved."),
  payee: z.string(),
  commitment: z.string().nullable().describe("Always null: nothing is hidden from the merchant."),
  amount: z.string(),
  currency: z.string(),
  reference: z.string(),
  times: z.int().describe("Always 1: a refund is one payment."),
  frequency: z.string().nullable(),
  firstPayment: z.string().nullable().describe("Always null: a refund is one payment."),
  fees: z.array(z.object({ payee: z.string(), amount: z.string() })),
  approver: z.string().describe("The wallet that approved it, or the name of the passkey."),
  approvedAt: z.iso.datetime().describe("When it was approved."),
  signed: z
    .object({
      account: z.string().describe("The account that it happens to, as the approver signed it."),
      service: z.string().describe("The installation, as the approver signed it."),
      digest: z.string().describe("SHA-256 of all that the approver signed for."),
      expires: z.iso.datetime().describe("Until when it could be approved."),
      signature: z.string().describe("The approver's signature."),
    })
    .nullable()
    .describe("What the approver signed beside the payment itself; null where no page can check it."),
});

/** What the chain has of a refund. */
const RefundTransfer = z.object({
  txHash: z.string(),
  amount: z.string().describe("What reached the receiver, in the payment currency."),
  timestamp: z.iso.datetime(),
  isConfirmed: z.boolean().describe("Whether its block is deep enough to be believed."),
});

/** Money that goes back to a payer. Amounts are decimal strings in `currency`. */
export const Refund = z
  .object({
    refundId: RefundId,
    state: z
      .enum(REFUND_STATES)
      .describe(
        "`prepared` until the chain has it, then `seen` and `confirmed`; `taken_back` where a reorganisation took it away; `expired` where it was not sent in time.",
      ),
    amount: z.string().describe("What it sends back, in the payment currency."),
    currency: z.string(),
    receiver: z.string().describe("Who gets it."),
    receiverIs: ReceiverIs,
    paymentReference: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso
      .datetime()
      .describe("When it is given up unless the chain has it by then; sent later, it counts all the same."),
    transfers: z.array(RefundTransfer).describe("What the chain has of it; from any sender."),
    approval: RefundApproval.nullable().describe(
      "What a second person approved of it, for the wallet's page to compare; null where it needed nobody.",
    ),
  })
  .meta({ id: "Refund" });
export type Refund = z.infer<typeof Refund>;

/** A refund and the transactions that send it. */
export const RefundPrepared = z
  .object({
    refund: Refund.describe("The refund that these transactions send."),
    transactions: z.array(Transaction),
    metadata: CalldataMetadata,
    /** With `isSafe`. */
    safeTransaction: SafeTransactionValue.optional(),
  })
  .meta({ id: "RefundPrepared" });
export type RefundPrepared = z.infer<typeof RefundPrepared>;

/** Somebody to whom money of a request can go back. */
const RefundReceiver = z.object({
  receiver: z.string().describe("A wallet that paid, or the address that its payer named."),
  receiverIs: ReceiverIs,
  refundableAmount: z.string().describe("What a further refund can send back to it, in `currency`."),
});

/** What came in and went back of a request. */
export const RefundsListed = z
  .object({
    currency: z.string(),
    receivedAmount: z.string().describe("What confirmed payments brought the payee, in `currency`."),
    refundedAmount: z.string().describe("What went back and is confirmed, in `currency`."),
    refundableAmount: z.string().describe("What a further refund can send back, in `currency`."),
    isCovered: z
      .boolean()
      .describe(
        "False where live refunds send back more than the chain has of payments: do not send what is only prepared.",
      ),
    isOffered: z
      .boolean()
      .describe("False for payouts, and for payments to bank accounts, which their provider returns."),
    receivers: z
      .array(RefundReceiver)
      .describe("To whom a refund can go now: those who paid most first, then the address that was named."),
    unknownPayerAmount: z
      .string()
      .describe(
        "What of `refundableAmount` nobody knows the payer of: it goes back to an address that the payer names on a link.",
      ),
    refunds: z.array(Refund).describe("The newest first."),
    refundLink: RefundLinkRead.nullable().describe(
      "The newest link on which the payer names an address; null where there is none.",
    ),
  })
  .meta({ id: "RefundsListed" });
export type RefundsListed = z.infer<typeof RefundsListed>;

export const RefundPath = z.object({ requestId: z.string(), refundId: RefundId });

/** `GET /v2/request/{requestId}/refunds/{refundId}`. */
export const RefundQuery = z
  .object({
    wallet: WalletText.optional().describe("The wallet that will send it; says which approvals it needs."),
    isSafe: z.enum(["true", "false"]).optional().describe("Whether the wallet is a Safe; needs `wallet`."),
  })
  .superRefine(({ isSafe, wallet }, check) => {
    if (isSafe !== "true" || wallet !== undefined) return;
    check.addIssue({ code: "custom", message: "wallet is required with isSafe", path: ["wallet"] });
  });
export type RefundQuery = z.infer<typeof RefundQuery>;
