import { recipientCommitment } from "@/server/chains/recipient-commitment";
import { maskAddress } from "@/server/payer-access/withheld";
import { type Quote, signedSources } from "@/server/quotes/quote";
import type { ShownApproval } from "@/server/requests/approving/shown-approval-schema";
import type { Due, Quotes } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { plannedTransfers } from "@/server/requests/paying/planned-transfers";
import { quoteField } from "@/server/requests/paying/quoted";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { ShownPayment, ShownQuote, ShownRecipient } from "@/server/secure-payments/page/shown-schema";

const KINDS = { single: "single", batch: "batch", multicall: "bundle" } as const;

/**
 * What is left to pay of a link or a multicall, as its payer is shown it and as the page compares it with calldata
 * (PP-01). `dues` stand beside `payables`, one for one; `payer` is the wallet that was approved, `approvals` what a second
 * person approved, by request. Only for who may know amounts and recipients.
 */
export function shownPayment(
  link: Link,
  {
    payables,
    dues,
    quotes = new Map(),
  }: { payables: readonly Payable[]; dues: readonly Due[]; quotes?: Quotes },
  payer: string | null,
  approvals: ReadonlyMap<string, ShownApproval>,
): ShownPayment {
  const network = networkOf(link);
  const positions = payables.map(({ row }) => link.requests.findIndex((request) => request.id === row.id));
  const recipient = (address: string, reference: string): ShownRecipient =>
    link.policy.hidePayeeAddress
      ? {
          address: maskAddress(address),
          commitment: recipientCommitment(network.family, reference, address),
        }
      : { address, commitment: null };
  return {
    kind: KINDS[link.row.paymentType],
    network: network.id,
    payer,
    quote: shownQuote(payables, quotes),
    approved: payables.flatMap(({ row }, index) => {
      const approval = approvals.get(row.id);
      if (!approval) return [];
      const { address, commitment } = recipient(approval.payee, row.paymentReference);
      return [{ ...approval, item: positions[index] ?? index, payee: address, commitment }];
    }),
    legs: plannedTransfers(dues).map(({ role, item, token, payee, amount, reference, fee }) => ({
      role,
      item: positions[item] ?? item,
      currency: token.id,
      amount: amount.toString(),
      recipient: role === "payment" ? recipient(payee, reference) : { address: payee, commitment: null },
      reference,
      fee: fee && { amount: fee.amount.toString(), address: fee.address },
    })),
  };
}

/** A link in another currency holds one payment. */
function shownQuote([payable]: readonly Payable[], quotes: Quotes): ShownQuote | null {
  const { quote } = payable ? quoteField(payable, quotes) : {};
  return quote ? shownQuoteOf(quote) : null;
}

/** A quote as the page is told it. */
export function shownQuoteOf(quote: Quote): ShownQuote {
  return { ...quote, sources: signedSources(quote.sources) };
}
