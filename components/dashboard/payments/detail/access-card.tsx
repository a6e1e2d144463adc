import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";

/** Who may see and pay the link, as it was fixed when the link was created (AP-08). */
export function AccessCard({ access }: { access: NonNullable<PaymentDetail["access"]> }) {
  const rules = [
    access.isScreened && `Every wallet is screened by ${access.providers.join(", then ")}.`,
    access.hideUntilApproved && "Amount, currency and recipient are hidden until a wallet has passed.",
    access.hidePayeeAddress && "The recipient's address is masked.",
  ].filter((rule) => rule !== false);
  if (rules.length === 0 && access.allowedPayerAddresses.length === 0) return null;
  return (
    <Card title="Who may pay" description="Fixed when this payment was created">
      <ul className="grid gap-2 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {access.allowedPayerAddresses.length > 0 && (
        <>
          <p className="mt-3 text-sm text-muted">Only these wallets:</p>
          <ul className="mt-2 grid gap-2 text-sm">
            {access.allowedPayerAddresses.map((address) => (
              <li key={address}>
                <Address value={address} form="full" copy="address" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
