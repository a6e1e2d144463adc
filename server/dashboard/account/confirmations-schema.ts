import { z } from "zod";
import { ConfirmationTiers } from "@/server/platforms/confirmations/schema";

const OfAccount = ConfirmationTiers.nullable().describe(
  "How deep payments of the account's new requests have to be; null for as deep as each network asks for.",
);
const OfDestination = ConfirmationTiers.nullable().describe(
  "How deep those of new links to the active destination have to be instead; null for what the account says.",
);

/** `PUT /v1/dashboard/confirmations`: what is left out stays as it is. */
export const ConfirmationsBody = z.object({
  account: OfAccount.optional(),
  destination: OfDestination.optional(),
});
export type ConfirmationsBody = z.infer<typeof ConfirmationsBody>;

export const ConfirmationsSettings = z
  .object({ account: OfAccount, destination: OfDestination })
  .meta({ id: "ConfirmationsSettings" });
export type ConfirmationsSettings = z.infer<typeof ConfirmationsSettings>;
