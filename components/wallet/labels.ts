import type { WalletErrorCode } from "@/wallet/wallet";

/** Texts of the wallet list. `{name}` stands for the wallet. */
export interface WalletLabels {
  title: string;
  description: string;
  loading: string;
  loadingFailed: string;
  empty: string;
  /** Names the choice between the two families. */
  family: string;
  evm: string;
  tron: string;
  more: string;
  waiting: string;
  notInstalled: string;
  install: string;
  openApp: string;
  scan: string;
  copyLink: string;
  copied: string;
  /** From the code of one wallet to the list of all. */
  back: string;
  errors: Record<WalletErrorCode, string>;
}

export const ENGLISH_WALLET_LABELS: WalletLabels = {
  title: "Connect a wallet",
  description: "Connecting shows us the wallet's address. It moves no money.",
  loading: "Looking for wallets…",
  loadingFailed: "The wallets could not be loaded. Check the connection and try again.",
  empty: "No network of this kind is configured.",
  family: "Kind of wallet",
  evm: "EVM",
  tron: "Tron",
  more: "More wallets",
  waiting: "Waiting for {name}. Look for its window.",
  notInstalled: "{name} is not installed in this browser.",
  install: "Get {name}",
  openApp: "Open {name}",
  scan: "Scan this code with {name}.",
  copyLink: "Copy link",
  copied: "Copied",
  back: "Back",
  errors: {
    rejected: "You said no in the wallet. Nothing happened.",
    pending_request: "{name} is still waiting for an earlier answer. Open it and answer there first.",
    wrong_chain: "{name} is on another network.",
    wrong_account: "{name} has switched to another account.",
    not_installed: "{name} is not installed in this browser.",
    insufficient_funds: "{name} does not hold enough for this.",
    no_typed_data: "{name} cannot sign this kind of document.",
    no_batch: "{name} does not send several transactions together.",
    real_wallet_refused: "This page runs on local test chains. Only the Test wallet works here.",
    disconnected: "{name} is not connected.",
    failed: "{name} did not answer as expected. Try again.",
  },
};

/** A text with the wallet's name in it. */
export function withName(text: string, name: string): string {
  return text.replaceAll("{name}", name);
}
