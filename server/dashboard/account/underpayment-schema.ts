import { z } from "zod";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";

const OfAccount = UnderpaymentPolicy.nullable().describe(
  "What new requests of the account tolerate; null for nothing. Holds for US dollars and their stablecoins.",
);
const OfDestination = UnderpaymentPolicy.nullable().describe(
  "What new links to the active destination tolerate instead; null for what the account says.",
);

/** `PUT /v1/dashboard/underpayment`: what is left out stays as it is. */
export const UnderpaymentBody = z.object({
  account: OfAccount.optional(),
  destination: OfDestination.optional(),
});
export type UnderpaymentBody = z.infer<typeof UnderpaymentBody>;

export const UnderpaymentSettings = z
  .object({ account: OfAccount, destination: OfDestination })
  .meta({ id: "UnderpaymentSettings" });
export type UnderpaymentSettings = z.infer<typeof UnderpaymentSettings>;
