import { and, eq } from "drizzle-orm";
import { clientIds, orchestratorLinks, type securePayments } from "@/db/schema";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import type { Tx } from "@/server/context";
import { AccessPolicy, type WalletResult } from "@/server/payer-access/schema";
import { announceToOrchestrators } from "@/server/webhooks/announcing/announce-to-orchestrators";

type Screened = Pick<
  typeof securePayments.$inferSelect,
  "id" | "token" | "clientIdId" | "orchestratorId" | "accessPolicy"
>;

/**
 * Tells the orchestrator of a payment what a provider said of its wallets (events.md §3.12): definitive answers, each
 * once, and only while its link to the client ID is active. Of a platform that left it hears nothing more.
 */
export async function announceScreening(
  tx: Tx,
  link: Screened,
  results: readonly WalletResult[],
): Promise<void> {
  const { orchestratorId, clientIdId } = link;
  const definitive = results.flatMap(({ status, provider, ...rest }) =>
    status === "error" || provider === null ? [] : [{ ...rest, status, provider }],
  );
  if (orchestratorId === null || clientIdId === null || definitive.length === 0) return;
  const [client] = await tx.db
    .select({ clientId: clientIds.clientId })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .where(
      and(
        eq(orchestratorLinks.clientIdId, clientIdId),
        eq(orchestratorLinks.orchestratorId, orchestratorId),
        eq(orchestratorLinks.status, "active"),
      ),
    );
  if (!client) return;
  const { providers } = AccessPolicy.parse(link.accessPolicy);
  const account = definitive.find(({ walletType }) => walletType === "smart_account");
  await announceToOrchestrators(
    tx,
    definitive.map((result) => {
      const { walletAddress, walletType, parentWalletAddress = null } = result;
      const isAccount = walletType === "smart_account";
      const timestamp = result.evaluatedAt ?? tx.now().toISOString();
      return {
        orchestratorId,
        name: "kyt.screening.completed",
        payload: {
          paymentToken: link.token,
          walletAddress,
          eoaAddress: isAccount ? parentWalletAddress : walletAddress,
          smartAccountAddress: isAccount ? walletAddress : (account?.walletAddress ?? null),
          status: result.status,
          provider: result.provider,
          policyId: providers.find(({ id }) => id === result.provider)?.policyId ?? null,
          clientId: client.clientId,
          orchestratorId,
          timestamp,
        },
        dedupeKey: `${link.id}:screened:${walletKey(walletAddress)}:${timestamp}`,
      };
    }),
  );
}
