import type { Hex } from "viem";

/** An event as a contract emits it. */
export interface Emitted {
  address: Hex;
  topics: Hex[];
  data: Hex;
}
