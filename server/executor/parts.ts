import type { ChainAdapter } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { EvmNetwork } from "@/server/chains/networks";
import type { TransactionNode } from "@/server/chains/transaction-node";
import type { InstalmentBook } from "@/server/executor/book";
import type { Signer } from "@/server/executor/signer";

/** What an executor of one network works with. */
export interface ExecutorParts {
  network: EvmNetwork;
  chain: Pick<ChainAdapter, "head" | "blocks">;
  node: TransactionNode;
  signer: Signer;
  contract: Hex;
  /** Wei per gas. */
  maxFee: bigint;
  book: InstalmentBook;
}
