import type { Connector } from "wagmi";
import { asWalletError, walletError } from "@/wallet/errors";
import { EvmWallet } from "@/wallet/evm/evm-wallet";

interface Listed {
  id: string;
  name: string;
}

/** Asks the owner of a wallet for an account. Throws `WalletError`. */
export async function connectEvm(listed: Listed, connector: Connector): Promise<EvmWallet> {
  try {
    const { accounts } = await connector.connect();
    const [address] = accounts;
    if (!address) throw walletError("rejected");
    return new EvmWallet(listed, connector, address);
  } catch (error) {
    throw asWalletError(error);
  }
}

/** The wallet again if it still lets us see an account, without a prompt. */
export async function reconnectEvm(listed: Listed, connector: Connector): Promise<EvmWallet | null> {
  try {
    if (!(await connector.isAuthorized())) return null;
    const { accounts } = await connector.connect({ isReconnecting: true });
    return accounts[0] ? new EvmWallet(listed, connector, accounts[0]) : null;
  } catch {
    // A wallet that cannot be had again is one that is not connected.
    return null;
  }
}
