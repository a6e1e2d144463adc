import type { Hex } from "@/server/chains/contract-addresses";
import type { LogsBloom } from "@/server/chains/evm/bloom";

/** Which logs a node is asked for. */
export interface LogFilter {
  /** What a reader remembers of a node, it remembers for each of these. */
  subject: "payments" | "arrivals";
  address: readonly string[];
  topics: readonly (Hex | readonly Hex[] | null)[];
  /** False where the filter of a block's header rules out that the block has any of them, or can hardly tell. */
  mayBeIn(bloom: LogsBloom): boolean;
  /** Logs that look the same in a header: where a block has one of them, it need not have any that are asked for. */
  alike?: LogFilter;
}
