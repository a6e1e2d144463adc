import { checksumEvmAddress } from "@/server/chains/address";
import type { Ctx } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { sumsOf } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import {
  currentOfframp,
  depositText,
  earlierDeposits,
  type OfframpRow,
  seenOnChain,
  stateOf,
} from "@/server/requests/offramps/current";
import { hasMoney, type PairState, type SeenOnChain } from "@/server/requests/offramps/pairs";
import type { Offramp } from "@/server/requests/offramps/schema";
import { StoredFees, worthAt } from "@/server/requests/offramps/worth";

/** What each state means: what happened, where the money is, what to do. */
const EXPLANATIONS: Record<PairState, string> = {
  awaiting_funds:
    "Nothing was paid yet. Pay the whole amount with the transactions of this request; a plain transfer to the deposit address lacks its reference.",
  initiated: "The payment is on chain at the provider's deposit address. Wait.",
  pending_internal_assessment: "The provider has the money and reviews it. Wait.",
  ongoing_checks: "The provider has the money and prepares the bank payment. Wait.",
  sending_fiat: "The provider has sent the bank payment. Wait.",
  fiat_sent: "The bank account has the money.",
  bounced: "The bank sent the money back; the provider has it. Check the bank account and wait.",
  retry_required: "The bank payment failed; the provider has the money. Ask the provider, who can try again.",
  failed: "The bank payment failed for good. Ask the provider where the money is.",
  refunded: "The provider sent the money back to the payer's wallet. Create another request to pay again.",
  closed:
    "The provider closed the deposit address before it saw a payment. Pay nothing to it; ask for the transactions again to get another address. Whoever has paid it asks the provider where the money is.",
};

/** States that a reader of the request's `note` is told of. */
const NOTED: readonly PairState[] = ["bounced", "retry_required", "failed", "refunded", "closed"];

/** The off-ramp of a request, for its status; null without one. */
export async function offrampOf(ctx: Pick<Ctx, "db">, row: RequestRow): Promise<Offramp | null> {
  return (await offrampWithNote(ctx, row)).offramp;
}

/** The same, with what the request's `note` says of it: null while all goes its usual way. */
export async function offrampWithNote(
  ctx: Pick<Ctx, "db">,
  row: RequestRow,
): Promise<{ offramp: Offramp | null; note: string | null }> {
  if (!row.isCryptoToFiatAllowed) return { offramp: null, note: null };
  const token = tokenById(row.paymentCurrency);
  const current = await currentOfframp(ctx, row.id);
  if (!current || !token) return { offramp: null, note: null };
  const [earlier, sums] = [await earlierDeposits(ctx, row.id), await sumsOf(ctx, [row.id])];
  const seen = await seenOnChain(ctx, row, current, sums(row.id).counted);
  const offramp = described(current, token, { seen, earlier });
  const unusual = NOTED.includes(stateOf(current)) || isUnexplained(current, seen) || earlier.length > 0;
  return { offramp, note: unusual ? offramp.explanation : null };
}

/** The field of a pay answer that says what the bank account receives; nothing for other requests. */
export function offrampField(row: OfframpRow | null, token: Token): { offramp?: Offramp } {
  return row ? { offramp: described(row, token, { seen: "nothing", earlier: [] }) } : {};
}

interface Around {
  seen: SeenOnChain;
  earlier: readonly OfframpRow[];
}

/** An off-ramp as its callers read it. */
function described(row: OfframpRow, token: Token, { seen, earlier }: Around): Offramp {
  const fees = StoredFees.parse(row.fees);
  return {
    offrampId: row.providerTransferId,
    subStatus: row.status,
    explanation: explained(row, token, { seen, earlier }),
    provider: row.provider,
    depositAddress: row.depositAddress,
    returnAddress: checksumEvmAddress(row.returnAddress),
    paymentDetailsId: row.bankAccountId,
    sourceAmount: formatAmount(row.amount, token.decimals),
    sourceCurrency: token.symbol,
    destinationAmount:
      row.destinationAmount ?? (row.rate && worthAt(row.rate, { amount: row.amount, fees }, token)),
    destinationCurrency: row.destinationCurrency,
    rate: row.rate,
    isEstimate: row.destinationAmount === null,
    fees: fees.map((fee) => ({ ...fee, currency: token.symbol })),
    deposit: row.depositAt && {
      amount: depositText(row, token),
      txHash: row.depositTxHash,
      from: row.depositFrom && checksumEvmAddress(row.depositFrom),
      seenAt: row.depositAt.toISOString(),
      hasReference: !isUnexplained(row, seen),
    },
    changedAt: row.changedAt.toISOString(),
  };
}

/** The provider has money that no payment seen on chain accounts for. */
function isUnexplained(row: OfframpRow, seen: SeenOnChain): boolean {
  return hasMoney(stateOf(row)) && (seen === "nothing" || seen === "beside");
}

function explained(row: OfframpRow, token: Token, { seen, earlier }: Around): string {
  const sentences = [EXPLANATIONS[stateOf(row)]];
  if (isUnexplained(row, seen)) sentences.push(...unexplained(row, token, seen));
  for (const { depositAddress } of earlier) {
    const at = checksumEvmAddress(depositAddress);
    sentences.push(`Money came to the earlier deposit address ${at}. Do not pay again; ask the provider.`);
  }
  return sentences.join(" ");
}

/** Who, when and how much, as far as it is known. */
function unexplained(row: OfframpRow, token: Token, seen: SeenOnChain): string[] {
  const amount = depositText(row, token);
  const told = [
    amount === null ? "The money" : `${amount} ${token.symbol}`,
    row.depositFrom && `from ${checksumEvmAddress(row.depositFrom)}`,
    row.depositTxHash && `with the transaction ${row.depositTxHash}`,
  ].filter((part) => part !== null);
  return [
    `${told.join(" ")} came to the deposit address, and no payment seen on chain with the reference of this request is that money. Do not pay again; the provider can say who sent it.`,
    ...(seen === "beside"
      ? ["A payment with the reference came beside it: ask the provider to send it back."]
      : []),
  ];
}
