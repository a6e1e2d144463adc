import { z } from "zod";
import type { ScreeningAnswer, ScreeningService, ServiceSettings } from "@/server/providers/kyt/provider";
import { NoAnswer, postJson } from "@/server/providers/kyt/timed";
import { SOURCE_UNSET, sourceVariable, urlVariable } from "@/server/providers/kyt/variables";

export const merklescience = {
  environment: {
    KYT_MERKLESCIENCE: sourceVariable.meta({
      description: "the same for the second provider",
      unset: SOURCE_UNSET,
    }),
    KYT_MERKLESCIENCE_URL: urlVariable("https://api.merklescience.com"),
    KYT_MERKLESCIENCE_KEY: z.string().optional().meta({ description: "its key" }),
    KYT_MERKLESCIENCE_TRON_BLOCKCHAIN: z.string().optional().meta({
      description: "that service's number for Tron, without which it is not asked about Tron wallets",
    }),
  },
  ask,
} satisfies ScreeningService;

/** Of 0 (none), 1 info, 2 caution, 3 medium, 4 high, 5 critical: what may not pay. */
const REJECTED_FROM = 4;
/** An EVM wallet is one key on every EVM chain, so all are looked up where its history is longest. */
const ETHEREUM = "1";

const Answer = z.object({
  identifier: z.string().optional(),
  risk_level: z.number().int().min(0).max(5),
});

/**
 * Asks the second provider for the risk level of one address: high and critical are rejected. Its policies
 * belong to the workspace of the key. Without the provider's number of Tron a Tron wallet gets no answer. Throws `NoAnswer`.
 */
async function ask(settings: ServiceSettings, wallet: string): Promise<ScreeningAnswer> {
  const blockchain = wallet.startsWith("0x") ? ETHEREUM : settings.own.TRON_BLOCKCHAIN;
  if (blockchain === undefined) throw new NoAnswer("wallet_not_covered", "no blockchain number for Tron");
  const answer = await postJson({
    url: `${settings.url}/api/v4.2/addresses/`,
    headers: { "x-api-key": settings.key },
    body: { identifier: wallet, blockchain },
    timeoutMs: settings.timeoutMs,
  });
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw new NoAnswer("provider_answer_invalid", "no risk level");
  const { identifier, risk_level: risk } = parsed.data;
  const own = wallet.startsWith("0x") ? wallet.toLowerCase() : wallet;
  if (identifier !== undefined && own !== (own === wallet ? identifier : identifier.toLowerCase())) {
    throw new NoAnswer("provider_answer_invalid", "risk level of another address");
  }
  if (risk < REJECTED_FROM) return { status: "approved", reasonCode: null };
  return { status: "rejected", reasonCode: risk === REJECTED_FROM ? "high_risk" : "critical_risk" };
}
