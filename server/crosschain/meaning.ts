import type { REQUEST_STATUSES } from "@/db/schema";
import { MAX_EXCLUSIVITY_SECONDS } from "@/server/chains/evm/crosschain/deposit";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { inputTokenOf, outputTokenOf } from "@/server/crosschain/described";
import type { DepositState } from "@/server/crosschain/state";
import type { Token } from "@/server/currencies/tokens";

// Two state machines meet here: a deposit on another network and the request that it names. Anybody can make a deposit
// that names a request, and have the money back; what nobody would fill therefore means nothing to the request.

/** A relayer fills what leaves something: a hundredth of a percent at least. */
const MIN_MARGIN_SHARE = 10_000n;
/** A relayer waits for the deposit to be safe on its chain. What we hand out leaves three minutes. */
const MIN_FILL_SECONDS = 60;
const SCALE = 18;

/** Whether a relayer would fill a deposit: open to everybody soon, for long enough, and with something left for it. */
export function isFillable(
  row: Pick<
    DepositRow,
    | "sourceNetwork"
    | "destinationNetwork"
    | "inputToken"
    | "outputToken"
    | "inputAmount"
    | "outputAmount"
    | "exclusiveRelayer"
    | "exclusivityDeadline"
    | "fillDeadline"
  > & { blockTime: Date },
): boolean {
  const made = Math.floor(row.blockTime.getTime() / 1_000);
  const isForOne = !/^0x0*$/.test(row.exclusiveRelayer) && row.exclusivityDeadline > 0;
  const opens = isForOne ? Math.max(made, row.exclusivityDeadline) : made;
  const given = scaled(row.inputAmount, inputTokenOf(row));
  const taken = scaled(row.outputAmount, outputTokenOf(row));
  return (
    opens - made <= MAX_EXCLUSIVITY_SECONDS &&
    row.fillDeadline - opens >= MIN_FILL_SECONDS &&
    given - taken >= taken / MIN_MARGIN_SHARE
  );
}

function scaled(amount: bigint, { decimals }: Token): bigint {
  return amount * 10n ** BigInt(SCALE - decimals);
}

type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Statuses in which a request still wants money. */
const OPEN: Record<RequestStatus, boolean> = {
  created: true,
  processing: true,
  partially_paid: true,
  paid: false,
  failed: false,
  refunded: false,
};

/** What a deposit means for the request that it names. */
export interface Meaning {
  /** The request waits for it: it is in processing, and its page says that the money is on its way. */
  isAwaited: boolean;
  /** Payers and the merchant see it. */
  isShown: boolean;
  /** Webhooks tell of its bad end. */
  isTold: boolean;
}

const NOTHING: Meaning = { isAwaited: false, isShown: false, isTold: false };
/** Money that the payee has, by whatever deposit. */
const DELIVERED: Meaning = { isAwaited: false, isShown: true, isTold: false };

/** Rows are where a deposit is that could be filled, columns whether its request is open. */
const FILLABLE: Record<DepositState, { open: Meaning; closed: Meaning }> = {
  bridging: { open: { isAwaited: true, isShown: true, isTold: false }, closed: NOTHING },
  expired: { open: { isAwaited: false, isShown: true, isTold: false }, closed: NOTHING },
  filled: { open: DELIVERED, closed: DELIVERED },
  filled_call_failed: { open: DELIVERED, closed: DELIVERED },
  // Its payer looks for their money, whoever has paid meanwhile; the merchant has nothing to do with it then.
  refunding: { open: { isAwaited: false, isShown: true, isTold: true }, closed: DELIVERED },
  refunded: { open: { isAwaited: false, isShown: true, isTold: true }, closed: DELIVERED },
  failed: { open: { isAwaited: false, isShown: true, isTold: true }, closed: DELIVERED },
  dropped: { open: NOTHING, closed: NOTHING },
};

/** What to make of a deposit. One that nobody would fill means nothing, unless somebody filled it all the same. */
export function meaningOf(
  { state, fillTxHash, fillable }: Pick<DepositRow, "state" | "fillTxHash" | "fillable">,
  request: RequestStatus,
): Meaning {
  // Rows from before it was kept were all taken for such.
  if (fillable === false && fillTxHash === null) return NOTHING;
  return FILLABLE[state][OPEN[request] ? "open" : "closed"];
}
