import { z } from "zod";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { isEvmNetworkId, type NetworkId } from "@/server/chains/networks";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { boundedText, TooLong } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import {
  type CollectedSignatures,
  type SafeService,
  SafeServiceError,
} from "@/server/providers/safe-service/service";
import type { SafeServiceSettings } from "@/server/providers/safe-service/settings";

/** Most of a service's answer that is read. */
const MAX_BYTES = 1_000_000;

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const Transaction = z.object({
  safe: Address,
  to: Address,
  value: z.string(),
  data: z.string().nullish(),
  nonce: z.union([z.string(), z.number()]).transform(String),
  safeTxHash: z.string(),
  confirmations: z
    .array(z.object({ owner: Address }))
    .nullish()
    .transform((list) => list ?? []),
});
type Transaction = z.infer<typeof Transaction>;
const Page = z.object({ results: z.array(Transaction) });

/** Safe's own transaction service, or one with its API (providers.md §4.1). */
export class HttpSafeService implements SafeService {
  readonly #settings: SafeServiceSettings;

  constructor(settings: SafeServiceSettings) {
    this.#settings = settings;
  }

  async collected(
    network: NetworkId,
    { safe, safeTxHash }: { safe: Hex; safeTxHash: Hex },
  ): Promise<CollectedSignatures | null> {
    if (!isEvmNetworkId(network)) return null;
    const name = SERVER_FACTS[network].safeService;
    const found = await this.#get(name, `/v2/multisig-transactions/${safeTxHash}/`);
    if (found === null) return null;
    const ours = Transaction.safeParse(found);
    if (!ours.success) throw new SafeServiceError("the service described no transaction");
    // Another Safe's transaction says nothing about ours.
    if (ours.data.safe.toLowerCase() !== safe.toLowerCase()) return null;
    const query = `?nonce=${ours.data.nonce}&executed=false&limit=20`;
    const path = `/v2/safes/${checksumEvmAddress(safe)}/multisig-transactions/${query}`;
    const rivals = Page.safeParse(await this.#get(name, path));
    const rejection = rivals.success ? rivals.data.results.find((one) => isRejection(one, safe)) : undefined;
    return { signers: ownersOf(ours.data), rejecters: rejection ? ownersOf(rejection) : [] };
  }

  /** Null for what the service does not know. */
  async #get(name: string, path: string): Promise<unknown> {
    const { url, key, timeoutMs } = this.#settings;
    let response: Response;
    try {
      response = await fetch(`${url.replaceAll("{name}", name)}${path}`, {
        headers: { accept: "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
        redirect: "error",
        signal: clock.deadline(timeoutMs),
      });
      if (response.status === 404) return null;
      if (!response.ok) {
        throw new SafeServiceError(`the service answered ${response.status}`, {
          isThrottled: response.status === 429,
        });
      }
      return JSON.parse(await boundedText(response, MAX_BYTES));
    } catch (error) {
      if (error instanceof SafeServiceError) throw error;
      if (error instanceof TooLong) throw new SafeServiceError("the service answered too much");
      // Without the cause's text: it may hold the URL, and with it a key.
      throw new SafeServiceError("the service did not answer");
    }
  }
}

function ownersOf({ confirmations }: Transaction): Hex[] {
  return [...new Set(confirmations.map(({ owner }): Hex => `0x${owner.slice(2).toLowerCase()}`))];
}

/** The empty transaction to the Safe itself, by which owners give a nonce away. */
function isRejection({ to, value, data }: Transaction, safe: Hex): boolean {
  return to.toLowerCase() === safe.toLowerCase() && value === "0" && (data ?? "0x") === "0x";
}
