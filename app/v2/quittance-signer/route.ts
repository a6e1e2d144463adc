import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { quittanceSigner } from "@/server/quittances/signer";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getQuittanceSigner",
      summary: "Tell which address signs the quittances of this service",
      tags: ["Requests"],
      auth: [],
      status: 200,
      returns: z.object({ signer: z.string() }),
      errors: [],
    },
    ({ ctx }) => ({ signer: quittanceSigner(ctx.config).address }),
  ),
});
