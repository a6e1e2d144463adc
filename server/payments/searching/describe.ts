import type { feeLegs, requests, transfers } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Config } from "@/server/config";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { isProtocolReceiver } from "@/server/fees/protocol-fee";
import { formatAmount } from "@/server/lib/amount";
import type { PaymentFee, RequestPayment } from "@/server/payments/schema";
import { amountsOf, conversionFields, creditOfRow } from "@/server/payments/valuing/described";

type TransferRow = typeof transfers.$inferSelect;

/** What a payment takes over from its request. */
export type PaidRequest = Pick<
  typeof requests.$inferSelect,
  "id" | "amount" | "invoiceCurrency" | "paymentCurrency" | "detectionSource" | "note"
>;

/**
 * A counted transfer as callers read it. `paidSoFar` is the sum of the request's counted transfers up to and
 * including this one, base units; what lies above the requested amount is this payment's excess (RS-06). Amounts are in
 * the currency of the invoice, only what was paid is in the token.
 */
export function describePayment(
  request: PaidRequest,
  transfer: TransferRow,
  paidSoFar: bigint,
): RequestPayment {
  const { token, invoice, inInvoice, inToken } = amountsOf(request);
  const { network } = transfer;
  const conversion = conversionFields(request, transfer);
  const credited = creditOfRow(transfer);
  return {
    id: transfer.id,
    amount: inInvoice(credited),
    sourceNetwork: transfer.sourceNetwork ?? network,
    destinationNetwork: network,
    // Of a deposit that the source chain has not shown, the fill is all that is known.
    sourceTxHash: transfer.sourceTxHash ?? transfer.txHash,
    // Only a bridge has a transaction of its own at the destination.
    destinationTxHash: transfer.type === "crosschain" ? transfer.txHash : null,
    payerAddress: transfer.payer && walletText(network, transfer.payer),
    payerEoaAddress: transfer.payerEoa && walletText(network, transfer.payerEoa),
    ...(transfer.sentFrom === null ? {} : { sentFrom: walletText(network, transfer.sentFrom) }),
    timestamp: transfer.blockTime.toISOString(),
    type: transfer.type,
    conversionRateSource: conversion?.conversionRateSource ?? null,
    conversionRateDestination: conversion?.conversionRateDestination ?? null,
    convertedAmountSource: conversion?.convertedAmountSource ?? null,
    convertedAmountDestination: conversion?.convertedAmountDestination ?? null,
    paidAmount: inToken(transfer.amount),
    paidCurrency: token.id,
    paidNetwork: network,
    receivedAmount: inInvoice(transfer.credited ?? transfer.received ?? transfer.amount),
    receivedCurrency: invoice.id,
    receivedNetwork: network,
    excessAmount: inInvoice(excessOf(request.amount, credited, paidSoFar) + surplusOf(transfer)),
    excessCurrency: invoice.id,
    currency: request.invoiceCurrency,
    paymentCurrency: token.id,
    detectionSource: transfer.isFallback ? "swap" : request.detectionSource,
    note: request.note,
  };
}

/** What a bridge brought beyond what it was asked for. */
function surplusOf({ type, credited, received, amount }: TransferRow): bigint {
  if (type !== "crosschain" || credited !== null || received === null) return 0n;
  return received > amount ? received - amount : 0n;
}

function excessOf(requested: bigint, amount: bigint, paidSoFar: bigint): bigint {
  const above = paidSoFar - requested;
  if (above <= 0n) return 0n;
  return above < amount ? above : amount;
}

/** The fee that travelled inside the payment's own event, as one line; empty without one. */
export function proxyFee(config: Config, request: PaidRequest, transfer: TransferRow): PaymentFee[] {
  if (transfer.feeAmount === 0n || transfer.feeAddress === null) return [];
  const token = paymentToken(request);
  return [
    {
      type: isProtocolReceiver(config, transfer.network, transfer.feeAddress) ? "protocol" : "platform",
      stage: "proxying",
      provider: config.wire.network,
      amount: formatAmount(transfer.feeAmount, token.decimals),
      currency: token.symbol,
      receiverAddress: walletText(transfer.network, transfer.feeAddress),
      network: transfer.network,
    },
  ];
}

/** The type under which a fee leg is read: the documented list (RS-12) has none for an orchestrator's. */
export function feeTypeOf(leg: { type: (typeof feeLegs.$inferSelect)["type"] }): "protocol" | "platform" {
  return leg.type === "protocol" ? "protocol" : "platform";
}

/** The token a request is paid in. */
export function paymentToken(request: Pick<PaidRequest, "id" | "paymentCurrency">): Token {
  const token = tokenById(request.paymentCurrency);
  if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
  return token;
}
