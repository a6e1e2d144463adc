import { useT } from "@/components/i18n/provider";
import { Spinner } from "@/components/ui/spinner";

/** In place of the button while the wallet asks its owner, or while the chain takes up a permission. */
export function InWallet({ isSettling }: { isSettling: boolean }) {
  const t = useT();
  return (
    <div className="mt-5 flex items-start gap-3 rounded-md bg-sunken px-4 py-4">
      <Spinner className="mt-0.5 text-accent" />
      <p className="text-sm leading-relaxed">
        <span className="block font-medium">{t(isSettling ? "pay.settling.title" : "pay.inWallet")}</span>
        <span className="text-muted">{t(isSettling ? "pay.settling.text" : "pay.inWalletText")}</span>
      </p>
    </div>
  );
}
