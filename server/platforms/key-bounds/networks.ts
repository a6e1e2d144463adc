import { canonicalNetwork } from "@/server/lib/ip-networks";

/** Networks as they are stored: each in its one form, once. Null and nothing stay what they are. */
export function storedNetworks(networks: readonly string[]): string[] {
  return [...new Set(networks.map(canonicalNetwork))];
}
