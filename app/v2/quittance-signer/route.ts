import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { listSigners } from "@/server/keys/signers";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getQuittanceSigner",
      summary: "Tell which addresses sign and have signed the quittances of this service",
      tags: ["Requests"],
      auth: [],
      status: 200,
      returns: z.object({
        signer: z
          .string()
          .describe("EIP-55 address of who signed it. Compare it with the one the service publishes."),
        /** All that ever signed, the present one last. */
        signers: z
          .array(
            z.object({
              address: z.string().describe("EIP-55 address of the signer."),
              /** Null: since the beginning. */
              validFrom: z.iso
                .datetime()
                .nullable()
                .describe("Since when the signer signs; null: from the beginning."),
              /** Null: it signs now. */
              validUntil: z.iso
                .datetime()
                .nullable()
                .describe("Until when the signer signed; null: it still does."),
            }),
          )
          .describe("All signers there have been."),
      }),
      errors: [],
    },
    async ({ ctx }) => ({
      signer: quittanceSigner(ctx.config).address,
      signers: await listSigners(ctx),
    }),
  ),
});
