import type { Translator } from "@/components/i18n/translator";
import { ENGLISH_WALLET_LABELS, type WalletLabels } from "@/components/wallet/labels";

/** The texts around a confirmation. What will happen comes from the service, in the words that the wallet shows too. */
export interface StepUpWords {
  title: string;
  text: string;
  no: string;
  yes: string;
  with: (wallet: string) => string;
  connect: string;
  account: (account: string) => string;
  signing: string;
  device: string;
  passkey: string;
  any: string;
  waiting: string;
  other: (wallet: string) => string;
  password: string;
  wallets: WalletLabels;
}

/** The dashboard speaks English. */
export const ENGLISH_STEP_UP: StepUpWords = {
  title: "Confirm this change",
  text: "Nothing has been changed yet.",
  no: "Not now",
  yes: "Confirm",
  with: (wallet) => `Confirm with ${wallet}`,
  connect: "Connect wallet",
  account: (account) => `Account: ${account}`,
  signing:
    "Your wallet shows the same words. Sign there if that is what you want; signing costs nothing and moves no money.",
  device: "Your device asks for your fingerprint, face or PIN. Nothing is paid.",
  passkey: "Confirm with a passkey",
  any: "Any of these wallets can confirm it:",
  waiting: "Sign the message in your wallet.",
  other: (wallet) => `${wallet} is no wallet that you sign in with. Choose one of those named here.`,
  password: "Password of the account",
  wallets: ENGLISH_WALLET_LABELS,
};

/** The same in the language of a page that speaks several. */
export function stepUpWords(t: Translator, wallets: WalletLabels): StepUpWords {
  return {
    title: t("onboarding.confirm.title"),
    text: t("onboarding.confirm.text"),
    no: t("onboarding.confirm.no"),
    yes: t("onboarding.confirm.yes"),
    with: (wallet) => t("onboarding.confirm.with", { wallet }),
    connect: t("pay.connect"),
    account: (account) => t("onboarding.confirm.account", { account }),
    signing: t("onboarding.confirm.signing"),
    device: t("onboarding.confirm.device"),
    passkey: t("onboarding.confirm.passkey"),
    any: t("onboarding.confirm.any"),
    waiting: t("onboarding.connect.sign"),
    other: (wallet) => t("onboarding.confirm.other", { wallet }),
    password: t("onboarding.confirm.password"),
    wallets,
  };
}
