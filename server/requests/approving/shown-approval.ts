import { approvalsOfPayments } from "@/server/approvals/approved-payments";
import { PAYMENT_WORDS, type PaymentVerb } from "@/server/approvals/payment-words";
import type { ApprovalRow } from "@/server/approvals/store";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Reads } from "@/server/context";
import type { ShownApproval } from "@/server/requests/approving/shown-approval-schema";

/** What is stored of the approver's signature, of which a page can check what a key signed as typed data. */
interface StoredProof {
  credential:
    | { kind: "wallet"; address: string; family: string; chainId: number }
    | { kind: "passkey"; name: string };
  signed: { message: { account: string; service: string; digest: string; expires: string } } | string;
  signature: string;
}

/** What was approved of these payments, by the ID of the request, refund or recurring payout; of the others there is none. */
export async function shownApprovalsOf(
  ctx: Pick<Reads, "db">,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, ShownApproval>> {
  const rows = await approvalsOfPayments(ctx, recordIds);
  return new Map([...rows].map(([recordId, row]) => [recordId, shownApprovalOf(row)]));
}

/** As it stands in the database now: whether that is what was signed, the page finds out by itself. */
function shownApprovalOf({ change, proof, decidedAt, createdAt }: ApprovalRow): ShownApproval {
  const [payment] = change.payments;
  if (!payment || !isPaymentVerb(change.verb)) throw new Error("an approved payment pays nobody");
  const { credential, signed, signature } = proof as StoredProof;
  const isOfKey =
    credential.kind === "wallet" && credential.family === "evm" && credential.chainId === EVERY_CHAIN;
  return {
    ...payment,
    item: 0,
    verb: change.verb,
    commitment: null,
    approver: credential.kind === "wallet" ? credential.address : credential.name,
    approvedAt: (decidedAt ?? createdAt).toISOString(),
    signed: isOfKey && typeof signed === "object" ? { ...pick(signed.message), signature } : null,
  };
}

function pick({
  account,
  service,
  digest,
  expires,
}: Record<"account" | "service" | "digest" | "expires", string>) {
  return { account, service, digest, expires };
}

function isPaymentVerb(verb: string): verb is PaymentVerb {
  return Object.hasOwn(PAYMENT_WORDS, verb);
}
