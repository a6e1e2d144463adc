import { isNetworkId, NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

/** What a checkout has told its payer, from what it knows itself and not from the answer that is compared with it. */
export interface ExpectedPayment {
  /** The network that is paid on, as the API names it: `sepolia`, `base`, `tron`. */
  network: string;
  /** The wallet that will sign. */
  wallet: string;
  /** How the answer pays: `single` where nothing is said, which is one request by itself. */
  kind?: "single" | "batch" | "multicall";
  /** In the order of the answer. */
  payments: readonly ExpectedTransfer[];
}

/** Who gets how much, under which reference. Amounts are decimal texts in the currency that is paid. */
export interface ExpectedTransfer {
  /** Canonical ID of the currency, `USDC-sepolia`. */
  currency: string;
  amount: string;
  payee: string;
  /** The payment reference of the request: `0x` and 16 hex digits. */
  reference: string;
  /** A fee that the same transfer carries, on top of the amount. */
  fee?: { amount: string; address: string };
  /** Fees that are transfers of their own. */
  feeTransfers?: readonly { amount: string; address: string; reference: string }[];
}

const KINDS = { single: "single", batch: "batch", multicall: "bundle" } as const;

/**
 * The same in the words of the comparison, in base units.
 * @throws TypeError for a network or currency that does not exist, and for an amount that is none
 */
export function shownOf({ network, wallet, kind = "single", payments }: ExpectedPayment): ShownPayment {
  if (!isNetworkId(network)) throw new TypeError(`${network} is no network`);
  return {
    kind: KINDS[kind],
    network,
    legs: payments.flatMap((payment, item) => legsOf(payment, item)),
    payer: wallet,
    quote: null,
    approved: [],
  };
}

function legsOf(payment: ExpectedTransfer, item: number): ShownTransfer[] {
  const { currency, fee, feeTransfers = [] } = payment;
  const token = tokenById(currency);
  if (!token) throw new TypeError(`${currency} is no currency that is paid in`);
  const units = (amount: string) => String(parseAmount(amount, token.decimals));
  const leg = (
    role: "payment" | "fee",
    amount: string,
    address: string,
    reference: string,
  ): ShownTransfer => ({
    role,
    item,
    currency,
    amount: units(amount),
    recipient: { address, commitment: null },
    reference,
    fee: null,
  });
  return [
    {
      ...leg("payment", payment.amount, payment.payee, payment.reference),
      fee: fee ? { amount: units(fee.amount), address: fee.address } : null,
    },
    ...feeTransfers.map(({ amount, address, reference }) => leg("fee", amount, address, reference)),
  ];
}

/** The family of a network's wallets. */
export const familyOf = (network: string) => (isNetworkId(network) ? NETWORKS[network].family : "evm");
