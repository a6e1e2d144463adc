import { z } from "zod";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { ClientUserId } from "@/server/payers/schema";
import { redirectFields, requireUrlOfLabel } from "@/server/secure-payments/wire/redirect";

/** A page on which a payer pays one crypto-to-fiat request (CF-14). */
export const CreateOfframpLinkBody = z
  .object({
    requestId: z.string().min(1),
    clientUserId: ClientUserId,
    /** Without it the payer's newest approved bank account, once there is one. */
    paymentDetailsId: z.string().min(1).optional(),
    ...redirectFields,
  })
  .superRefine(requireUrlOfLabel, BESIDE_OTHER_ISSUES);
export type CreateOfframpLinkBody = z.infer<typeof CreateOfframpLinkBody>;
