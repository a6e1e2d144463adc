import { invoiceCurrencyOf, isConverted } from "@/server/currencies/invoice-currency";
import { formatAmount } from "@/server/lib/amount";
import { maskAddress } from "@/server/payer-access/withheld";
import { paymentToken } from "@/server/payments/searching/describe";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

/** What a link says of its payments to whom it may be told: recipients, amounts, fees. */
export function described(link: Link) {
  const { row, requests, amounts, policy } = link;
  const isMasked = policy.hidePayeeAddress;
  const tokens = requests.map(paymentToken);
  const payees = requests.map(({ payee }) => (isMasked ? maskAddress(payee) : payee));
  const asText = requests.map((request, index) =>
    formatAmount(amounts[index] ?? 0n, invoiceCurrencyOf(request).decimals),
  );
  const destination = shownDestination(link);
  const shared = {
    requestIds: requests.map((request) => request.requestId.slice(2)),
    network: networkOf(link).id,
    reference: row.reference,
    ...(isMasked ? { isPayeeAddressMasked: true } : {}),
    feePlan: link.feePlan,
  };
  if (typeOf(link) === "batch") {
    return {
      paymentType: "batch" as const,
      ...shared,
      payees,
      amounts: asText,
      paymentCurrencies: tokens.map((token) => token.id),
      isNativeCurrency: tokens.map((token) => token.address === null),
      destinations: requests.map(() => destination),
    };
  }
  const [token] = tokens;
  const [request] = requests;
  const [payee = ""] = payees;
  const [amount = "0"] = asText;
  if (!token) throw new Error(`link ${row.id} has no request`);
  return {
    paymentType: "single" as const,
    ...shared,
    payee,
    amount,
    ...(request && isConverted(request) ? { invoiceCurrency: request.invoiceCurrency } : {}),
    paymentCurrency: token.id,
    isNativeCurrency: token.address === null,
    destination,
  };
}

function shownDestination({ row, policy }: Link): ResolvedDestination | null {
  const destination = ResolvedDestination.nullable().parse(row.destination);
  if (!destination || !policy.hidePayeeAddress) return destination;
  const { tokenAddress, network } = destination;
  const masked = maskAddress(destination.walletAddress);
  return { payeeAddress: masked, tokenAddress, walletAddress: masked, network, isMasked: true };
}

export function typeOf({ row }: Link): "single" | "batch" {
  if (row.paymentType === "multicall") throw new Error(`link ${row.id} is a multicall`);
  return row.paymentType;
}
