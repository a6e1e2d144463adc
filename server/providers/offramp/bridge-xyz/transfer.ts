import { z } from "zod";
import type { NetworkId } from "@/server/chains/networks";
import {
  OfframpRefused,
  type OfframpStatus,
  OfframpUnavailable,
  type TransferOrder,
  type TransferState,
  type TransferTerms,
} from "@/server/providers/offramp/provider";

const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}(\.\d{1,30})?$/));

/** A transfer as Bridge answers; what is not here is kept and not looked at. */
export const Transfer = z.looseObject({
  id: z.string().min(1),
  state: z.string(),
  on_behalf_of: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  source: z
    .looseObject({
      payment_rail: z.string().nullish(),
      currency: z.string().nullish(),
      from_address: z.string().nullish(),
    })
    .nullish(),
  destination: z
    .looseObject({
      payment_rail: z.string().nullish(),
      currency: z.string().nullish(),
      external_account_id: z.string().nullish(),
    })
    .nullish(),
  source_deposit_instructions: z
    .looseObject({
      to_address: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/)
        .nullish(),
      payment_rail: z.string().nullish(),
      currency: z.string().nullish(),
      amount: decimal.nullish(),
    })
    .nullish(),
  receipt: z
    .looseObject({
      initial_amount: decimal.nullish(),
      final_amount: decimal.nullish(),
      developer_fee: decimal.nullish(),
      exchange_fee: decimal.nullish(),
      gas_fee: decimal.nullish(),
      source_tx_hash: z.string().nullish(),
    })
    .nullish(),
});

/** How Bridge names the networks that it takes money from (providers.md §5.1). */
const SOURCE_RAILS: ReadonlyMap<NetworkId, string> = new Map([
  ["mainnet", "ethereum"],
  ["matic", "polygon"],
  ["arbitrum-one", "arbitrum"],
]);

/** Where Bridge takes money from. */
export const BRIDGE_XYZ_NETWORKS: readonly NetworkId[] = [...SOURCE_RAILS.keys()];

const LOCAL_RAIL: Record<string, string> = {
  USD: "ach",
  EUR: "sepa",
  GBP: "faster_payments",
  MXN: "spei",
};

/** providers.md §5.3. `awaiting_funds` until the deposit has arrived there. */
const STATUS: Record<string, OfframpStatus> = {
  awaiting_funds: "awaiting_funds",
  in_review: "pending_internal_assessment",
  funds_received: "ongoing_checks",
  payment_submitted: "sending_fiat",
  payment_processed: "fiat_sent",
  undeliverable: "retry_required",
  missing_return_policy: "retry_required",
  error: "retry_required",
  returned: "bounced",
  refund_in_flight: "bounced",
  refunded: "refunded",
  refund_failed: "failed",
  canceled: "failed",
};

/** The body that opens a deposit address. Throws `OfframpRefused` for a network or rails that Bridge has not. */
export function bridgeXyzTransfer(order: TransferOrder): Record<string, unknown> {
  const source = SOURCE_RAILS.get(order.network);
  const destination = order.rails === "local" ? LOCAL_RAIL[order.currency] : order.rails;
  if (source === undefined) throw new OfframpRefused("network_not_supported", null);
  if (destination === undefined) throw new OfframpRefused("rails_not_supported", null);
  return {
    on_behalf_of: order.customerId,
    client_reference_id: order.requestId,
    source: { payment_rail: source, currency: "usdc" },
    destination: {
      payment_rail: destination,
      currency: order.currency.toLowerCase(),
      external_account_id: order.accountId,
    },
    return_instructions: { address: order.returnAddress },
    // Without an amount: what arrives is taken as it is, whatever was asked for. A fixed fee does not go with it.
    features: { allow_any_from_address: true, flexible_amount: true },
  };
}

export function stateOfTransfer(transfer: z.output<typeof Transfer>): TransferState {
  const status = STATUS[transfer.state];
  if (status === undefined) throw new OfframpUnavailable("an unknown state of a transfer");
  const { receipt } = transfer;
  const fees = (["developer_fee", "exchange_fee", "gas_fee"] as const).flatMap((type) => {
    const amount = receipt?.[type];
    return amount != null && Number(amount) > 0 ? [{ type, amount }] : [];
  });
  return {
    transferId: transfer.id,
    status,
    isClosed: transfer.state === "canceled",
    depositAddress: transfer.source_deposit_instructions?.to_address ?? null,
    terms: termsOf(transfer),
    sourceAmount: receipt?.initial_amount ?? null,
    sourceTxHash: fitting(/^0x[0-9a-f]{64}$/i, receipt?.source_tx_hash),
    sourceFrom: fitting(/^0x[0-9a-f]{40}$/i, transfer.source?.from_address),
    destinationAmount: receipt?.final_amount ?? null,
    fees,
    raw: { status: transfer.state, providerId: transfer.id },
  };
}

function termsOf(transfer: z.output<typeof Transfer>): TransferTerms {
  const { source, source_deposit_instructions: deposit, destination } = transfer;
  const rail = agreed(deposit?.payment_rail, source?.payment_rail);
  const currency = destination?.currency?.toUpperCase() ?? null;
  const out = destination?.payment_rail ?? null;
  return {
    customerId: transfer.on_behalf_of ?? null,
    accountId: destination?.external_account_id ?? null,
    network: [...SOURCE_RAILS].find(([, name]) => name === rail)?.[0] ?? rail,
    token: agreed(deposit?.currency, source?.currency)?.toUpperCase() ?? null,
    amount: deposit?.amount ?? null,
    currency,
    rails: currency !== null && out === LOCAL_RAIL[currency] ? "local" : out,
    requestId: transfer.client_reference_id ?? null,
  };
}

/** What explains a deposit, and is left out where it is of another form. */
function fitting(form: RegExp, text: string | null | undefined): string | null {
  return text && form.test(text) ? text.toLowerCase() : null;
}

/** What is said twice has to be the same. */
function agreed(one: string | null | undefined, other: string | null | undefined): string | null {
  return one && other && one !== other ? `${one} or ${other}` : (one ?? other ?? null);
}
