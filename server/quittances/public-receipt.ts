import { contactOf } from "@/server/branding/contact";
import { brandingOf } from "@/server/branding/find";
import { isProvenWallet, merchantOf } from "@/server/branding/merchant";
import { explorerTransactionUrl } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { formatAmount } from "@/server/lib/amount";
import { maskAddress } from "@/server/payer-access/withheld";
import { noReceipt, readReceipt } from "@/server/quittances/receipt";

/**
 * A paid request as anybody with its ID may see it. Amounts are decimals. A payee that is masked (AP-03) is so
 * here, and there is no quittance to take away then. Throws 404 where there is nothing to show in public.
 */
export async function readPublicReceipt(ctx: Pick<Ctx, "db" | "config">, requestId: string) {
  const receipt = await readReceipt(ctx, requestId);
  const { facts, hides, network, paid, refunded, invoice, token, offramp, isFinal, platformId } = receipt;
  if (hides.everything) throw noReceipt();
  const branding = await brandingOf(ctx, { platformId, clientIdId: null });
  const merchant = await merchantOf(ctx, platformId, branding);
  return {
    requestId: facts.requestId,
    amount: formatAmount(paid, invoice.decimals),
    asked: receipt.asked,
    /** What was sent back since, in the token; null where nothing was. */
    refunded:
      refunded === 0n ? null : { amount: formatAmount(refunded, token.decimals), currency: token.symbol },
    currency: invoice.symbol,
    network: network.name,
    merchant: merchant.name,
    contact: contactOf(branding, merchant.name),
    reference: facts.reference,
    payee: hides.payee ? maskAddress(facts.payee) : facts.payee,
    isPayeeMasked: hides.payee,
    /** Whether the payee is a wallet that has proven itself as the owner of the account. */
    isPayeeVerified: !hides.payee && isProvenWallet(merchant, facts.payee, network),
    paidAt: facts.paidAt,
    isFinal,
    /** What a bank account received, at which rate, and what the provider kept; nothing that says whose account. */
    offramp: offramp && {
      amount: offramp.destinationAmount,
      currency: offramp.destinationCurrency,
      rate: offramp.rate,
      isEstimate: offramp.isEstimate,
      fees: offramp.fees,
    },
    transfers: facts.transfers.map((transfer) => ({
      amount: formatAmount(BigInt(transfer.amount), token.decimals),
      currency: token.symbol,
      /** What one unit of the invoice currency was taken for; null without a conversion. */
      rate: "rate" in transfer && transfer.rate !== "" ? transfer.rate : null,
      from: transfer.payer,
      transactionHash: transfer.transactionHash,
      // No explorer knows a local chain, and every one shows whom a transaction paid.
      explorerUrl:
        ctx.config.profile === "local" || hides.payee
          ? null
          : explorerTransactionUrl(network.id, transfer.transactionHash),
      blockNumber: transfer.blockNumber,
    })),
    paperUrl: `${ctx.config.urls.api}/v2/request/${facts.requestId}/receipt`,
    quittance: hides.payee
      ? null
      : {
          url: `${ctx.config.urls.api}/v2/request/${facts.requestId}/quittance`,
          signer: quittanceSigner(ctx.config).address,
        },
  };
}
