import { recoverAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";

const KEY = `0x${"01".repeat(32)}` as const;
const HASH = `0x${"02".repeat(32)}` as const;

/**
 * Has the library for signatures load what it loads when the first one is looked at: that waits for the machine, which
 * nothing in a simulation may do.
 */
export async function loadSignatures(): Promise<void> {
  const signature = await privateKeyToAccount(KEY).sign({ hash: HASH });
  await recoverAddress({ hash: HASH, signature });
}
