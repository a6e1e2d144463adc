import type { ChainAdapter } from "@/server/chains/adapter";
import type { EvmNetwork } from "@/server/chains/networks";
import type { TransactionNode } from "@/server/chains/transaction-node";
import type { Signer } from "@/server/executor/signer";
import type { DepositBook } from "@/server/settler/book";
import type { SettlerSettings } from "@/server/settler/settings";

/** What a settler of one network works with. */
export interface SettlerParts {
  network: EvmNetwork;
  chain: Pick<ChainAdapter, "head">;
  node: TransactionNode;
  signer: Signer;
  settings: Pick<SettlerSettings, "maxFee" | "perDay" | "gasMultiple">;
  book: DepositBook;
}

/** Why nothing is sent now. */
export interface SettlerTrouble {
  state:
    | "out_of_gas"
    | "fee_above_ceiling"
    | "daily_limit"
    | "no_price"
    | "stuck"
    | "foreign_transaction"
    | "refused_by_node";
  reason: string;
}
