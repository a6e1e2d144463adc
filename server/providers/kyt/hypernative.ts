import { z } from "zod";
import type {
  ScreeningAnswer,
  ScreeningQuery,
  ScreeningService,
  ServiceSettings,
} from "@/server/providers/kyt/provider";
import { NoAnswer, postJson } from "@/server/providers/kyt/timed";
import { SOURCE_UNSET, sourceVariable, urlVariable } from "@/server/providers/kyt/variables";

export const hypernative = {
  environment: {
    KYT_HYPERNATIVE: sourceVariable.meta({
      description:
        "who answers for that provider: its own service (`api`), the public on-chain sanctions list (`oracle`), or a local list (`sandbox`, never on a live profile). With none, nobody passes its screening",
      unset: SOURCE_UNSET,
    }),
    KYT_HYPERNATIVE_URL: urlVariable("https://api.hypernative.xyz"),
    KYT_HYPERNATIVE_KEY: z
      .string()
      .regex(/^[^:]+:.+$/, "client ID and client secret with a colon between them")
      .optional()
      .meta({ description: "its credentials, `<client ID>:<client secret>`" }),
  },
  ask,
} satisfies ScreeningService;

const Reputation = z.object({
  address: z.string(),
  recommendation: z.string(),
  flags: z.array(z.object({ title: z.string() })).default([]),
});
/** One object for one address, or a list, bare or under `data`. */
const Answer = z.union([
  Reputation.transform((one) => [one]),
  z.array(Reputation),
  z.object({ data: z.array(Reputation) }).transform(({ data }) => data),
]);

/**
 * Asks the screener of the first provider for its recommendation on one address. `key` is the client ID and the
 * client secret with a colon between them. An answer about another address, or with a recommendation other
 * than "Deny" or an approving word, is no answer. Throws `NoAnswer`.
 */
async function ask(
  settings: ServiceSettings,
  wallet: string,
  { policyId }: ScreeningQuery,
): Promise<ScreeningAnswer> {
  const colon = settings.key.indexOf(":");
  const answer = await postJson({
    url: `${settings.url}/screener/reputation`,
    headers: {
      "x-client-id": settings.key.slice(0, colon),
      "x-client-secret": settings.key.slice(colon + 1),
    },
    body: { addresses: [wallet], ...(policyId === null ? {} : { screenerPolicyId: policyId }) },
    timeoutMs: settings.timeoutMs,
  });
  const parsed = Answer.safeParse(answer);
  const found = parsed.data?.find(({ address }) => isSame(address, wallet));
  if (!found) throw new NoAnswer("provider_answer_invalid", "no reputation of this address");
  const recommendation = found.recommendation.toLowerCase();
  if (recommendation === "deny") {
    return { status: "rejected", reasonCode: reasonOf(found.flags[0]?.title) };
  }
  if (recommendation === "approve" || recommendation === "accept") {
    return { status: "approved", reasonCode: null };
  }
  throw new NoAnswer("provider_answer_invalid", "unknown recommendation");
}

/** EVM in any case, Tron exactly. */
function isSame(a: string, b: string): boolean {
  return b.startsWith("0x") ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/** A code from the title of a flag: "Phishing & Scamming" is `phishing_scamming`. */
function reasonOf(title: string | undefined): string {
  const code = (title ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return code.replace(/^_|_$/g, "").slice(0, 64) || "denied";
}
