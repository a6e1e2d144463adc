import { z } from "zod";

/** What ends the time of a link now. */
export const CancelBody = z.object({
  force: z
    .boolean()
    .default(false)
    .describe(
      "Also where somebody may be paying it at this moment; without it such a link is not cancelled.",
    ),
});
export type CancelBody = z.infer<typeof CancelBody>;

/** What gives a link more time. */
export const ExtendBody = z.object({
  expiresAt: z.iso
    .datetime({ offset: true })
    .describe("The new end: later than the one it has, and at most 90 days from now."),
});
export type ExtendBody = z.infer<typeof ExtendBody>;

/** How long a link can be paid from now on. */
export const LinkTime = z
  .object({
    status: z.enum(["pending", "expired"]).describe("Whether it can be paid now."),
    expiresAt: z.iso.datetime().describe("End of its time."),
  })
  .meta({ id: "SecurePaymentTime" });
export type LinkTime = z.infer<typeof LinkTime>;
