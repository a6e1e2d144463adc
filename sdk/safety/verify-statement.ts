import { isStatement } from "@/sdk/safety/is-statement";
import type { Verified } from "@/sdk/safety/verify-quittance";
import { checkStatement } from "@/server/ledger/closing/check-statement";

/**
 * Checks the statement of a closed month without the service that issued it: that `signer` signed exactly this, and that every
 * balance follows from what came and went. The code is that of `quittance verify`.
 */
export async function verifyStatement(statement: unknown, { signer }: { signer: string }): Promise<Verified> {
  if (!isStatement(statement)) return { isValid: false, problems: ["it is no statement"] };
  try {
    const problems = await checkStatement(statement, signer);
    return { isValid: problems.length === 0, problems };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isValid: false, problems: [`it cannot be read: ${reason}`] };
  }
}
