import type { NetworkSettings } from "@/server/environment/networks";

/** One local chain, furnished and kept running on its port with its state. */
export interface LocalChain {
  settings: NetworkSettings;
  stop(): Promise<void>;
}
