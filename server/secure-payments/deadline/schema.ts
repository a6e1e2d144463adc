import { z } from "zod";

/** What ends the time of a link now. */
export const CancelBody = z.object({
  /** Also where somebody may be paying it at this moment; without it such a link is not cancelled. */
  force: z.boolean().default(false),
});
export type CancelBody = z.infer<typeof CancelBody>;

/** What gives a link more time. */
export const ExtendBody = z.object({
  /** Later than the end that it has, and at most 90 days from now. */
  expiresAt: z.iso.datetime({ offset: true }),
});
export type ExtendBody = z.infer<typeof ExtendBody>;

/** How long a link can be paid from now on. */
export const LinkTime = z
  .object({ status: z.enum(["pending", "expired"]), expiresAt: z.iso.datetime() })
  .meta({ id: "SecurePaymentTime" });
export type LinkTime = z.infer<typeof LinkTime>;
