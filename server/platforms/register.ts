import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { parseAddress } from "@/server/chains/address";
import type { Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { pretendsToBeVerified } from "@/server/lib/text";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createPlatform } from "@/server/platforms/create-platform";

/** Names stand in lists and on pages. */
const NAME_MAX = 100;

/**
 * Creates a platform with its first API key, which is shown here and never again (AK-03). `wallet` is an EVM or
 * Tron address and makes whoever signs in with it the platform's owner. Throws a 400 for a name or wallet that
 * is none and a 409 for a wallet that has a platform.
 */
export async function registerPlatform(
  tx: Tx,
  input: { name: string; wallet: string | null },
): Promise<{ platformId: string; apiKey: string }> {
  const name = input.name.trim();
  if (name === "" || name.length > NAME_MAX || /\p{C}/u.test(name) || pretendsToBeVerified(name)) {
    throw invalidField(
      "name",
      `A name has 1 to ${NAME_MAX} printable characters and no mark of being verified`,
    );
  }
  const walletAddress = input.wallet === null ? null : storedWallet(input.wallet);
  if (walletAddress !== null) {
    const [owner] = await tx.db
      .select({ id: platforms.id })
      .from(platforms)
      .where(eq(platforms.walletAddress, walletAddress))
      .limit(1);
    if (owner) throw new ApiError("conflict", `This wallet already has platform ${owner.id}`);
  }
  const { id: platformId } = await createPlatform(tx, { name, walletAddress });
  const { row, value: apiKey } = await createApiKey(tx, { platformId, label: "First key" });
  await recordAudit(tx, {
    action: "api_key.created",
    subject: row.id,
    platformId,
    details: { label: row.label, last4: row.last4 },
  });
  announceCredentialChange(tx);
  return { platformId, apiKey };
}

function storedWallet(text: string): string {
  for (const family of ["evm", "tron"] as const) {
    const parsed = parseAddress(family, text);
    if (parsed.ok) return parsed.address;
    if (parsed.problem === "bad_checksum") {
      throw invalidField("wallet", "The checksum of this address is wrong: it is mistyped");
    }
  }
  throw invalidField("wallet", "This is neither an EVM nor a Tron address");
}
