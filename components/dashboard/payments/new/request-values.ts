import { z } from "zod";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { isScreeningProvider, USUAL_SCREENING_PROVIDER } from "@/server/providers/kyt/names";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";
import type { CreateSecurePaymentBody } from "@/server/secure-payments/wire/create-schema";
import { ownText, typedAmount } from "../../forms/payment-values";

/** What the form holds: texts as they are typed. The API says what is wrong with them, field by field. */
export const RequestValues = z.object({
  reference: ownText,
  payerIdentifier: ownText,
  /** A code such as EUR; empty for the token that it is paid in. */
  invoiceCurrency: z.string(),
  amount: typedAmount("How much do you ask for?"),
  redirectUrl: z.string().trim(),
  redirectLabel: z.string().trim(),
  screening: z.enum(["inherit", "off", "kyt_all_wallets"]),
  screeningProvider: ScreeningProviderId,
  hideUntilApproved: z.boolean(),
  hidePayeeAddress: z.boolean(),
  isRestricted: z.boolean(),
  allowedPayers: z.string(),
});
export type RequestValues = z.infer<typeof RequestValues>;

export const NEW_REQUEST: RequestValues = {
  reference: "",
  payerIdentifier: "",
  invoiceCurrency: "",
  amount: "",
  redirectUrl: "",
  redirectLabel: "",
  screening: "inherit",
  screeningProvider: USUAL_SCREENING_PROVIDER,
  hideUntilApproved: false,
  hidePayeeAddress: false,
  isRestricted: false,
  allowedPayers: "",
};

/** What the form takes over of another payment. */
interface Copied extends Pick<PaymentDetail, "access" | "link"> {
  payment: Pick<PaymentDetail["payment"], "reference" | "payerIdentifier" | "currencyId" | "amount">;
}

/** The form as it was filled in for another payment: what the merchant would type again. */
export function valuesLike({ payment, access, link }: Copied): RequestValues {
  const isScreened = access?.isScreened ?? false;
  const allowed = access?.allowedPayerAddresses ?? [];
  return {
    ...NEW_REQUEST,
    reference: payment.reference ?? "",
    payerIdentifier: payment.payerIdentifier ?? "",
    // A token is named with its network, as USDC-base.
    invoiceCurrency: payment.currencyId.includes("-") ? "" : payment.currencyId,
    amount: payment.amount,
    redirectUrl: link?.redirectUrl ?? "",
    redirectLabel: link?.redirectUrl ? (link.redirectLabel ?? "") : "",
    screening: isScreened ? "kyt_all_wallets" : "inherit",
    screeningProvider: access?.providers.find(isScreeningProvider) ?? USUAL_SCREENING_PROVIDER,
    hideUntilApproved: access?.hideUntilApproved ?? false,
    hidePayeeAddress: access?.hidePayeeAddress ?? false,
    isRestricted: allowed.length > 0,
    allowedPayers: allowed.join("\n"),
  };
}

/** One address per line, or separated by blanks or commas, as they come out of a spreadsheet. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

/** The body of `POST /v2/secure-payments`. What was left as it is is left out, so that the destination decides. */
export function requestBody(values: RequestValues): z.input<typeof CreateSecurePaymentBody> {
  const accessPolicy = accessPolicyOf(values);
  return {
    requests: [{ amount: values.amount.trim(), ...filled({ invoiceCurrency: values.invoiceCurrency }) }],
    ...filled({
      reference: values.reference.trim(),
      payerIdentifier: values.payerIdentifier.trim(),
      redirectUrl: values.redirectUrl,
      redirectLabel: values.redirectLabel,
    }),
    ...(accessPolicy ? { accessPolicy } : {}),
  };
}

function accessPolicyOf(values: RequestValues): z.input<typeof CreateSecurePaymentBody>["accessPolicy"] {
  const { screening, screeningProvider, hideUntilApproved, hidePayeeAddress } = values;
  const allowedPayerAddresses = values.isRestricted ? addressesIn(values.allowedPayers) : [];
  const isPlain =
    screening === "inherit" && !hideUntilApproved && !hidePayeeAddress && allowedPayerAddresses.length === 0;
  if (isPlain) return undefined;
  return {
    mode: screening,
    ...(screening === "kyt_all_wallets" ? { screeningProvider } : {}),
    ...(hideUntilApproved ? { hideUntilApproved } : {}),
    ...(hidePayeeAddress ? { hidePayeeAddress } : {}),
    ...(allowedPayerAddresses.length > 0 ? { allowedPayerAddresses } : {}),
  };
}

/** Without the texts that are empty. */
export function filled<T extends Record<string, string>>(texts: T): Partial<T> {
  const kept = Object.entries(texts).filter(([, text]) => text !== "");
  // Every key is one of T's, with T's value.
  return Object.fromEntries(kept) as Partial<T>;
}
