import type { Translator } from "@/components/i18n/translator";
import type { WalletLabels } from "@/components/wallet/labels";

/** The texts of the wallet list in the language of the page; `{name}` is put in by the list. */
export function walletLabels(t: Translator): WalletLabels {
  const name = "{name}";
  return {
    title: t("pay.connect.title"),
    description: t("pay.safetyNote"),
    loading: t("wallet.loading"),
    loadingFailed: t("wallet.loadingFailed"),
    empty: t("wallet.empty"),
    family: t("wallet.family"),
    evm: t("wallet.evm"),
    tron: t("wallet.tron"),
    more: t("wallet.more"),
    waiting: t("wallet.waiting", { name }),
    notInstalled: t("wallet.notInstalled", { name }),
    install: t("wallet.install", { name }),
    openApp: t("wallet.openApp", { name }),
    scan: t("wallet.scan", { name }),
    copyLink: t("wallet.copyLink"),
    copied: t("common.copied"),
    back: t("common.back"),
    errors: {
      rejected: t("wallet.error.rejected"),
      pending_request: t("wallet.error.pending_request", { name }),
      wrong_chain: t("wallet.error.wrong_chain", { name }),
      wrong_account: t("wallet.error.wrong_account", { name }),
      not_installed: t("wallet.error.not_installed", { name }),
      insufficient_funds: t("wallet.error.insufficient_funds", { name }),
      no_typed_data: t("wallet.error.no_typed_data", { name }),
      no_batch: t("wallet.error.no_batch", { name }),
      real_wallet_refused: t("wallet.error.real_wallet_refused"),
      disconnected: t("wallet.error.disconnected", { name }),
      failed: t("wallet.error.failed", { name }),
    },
  };
}
