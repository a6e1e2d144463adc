import { z } from "zod";
import { proveStepUp } from "@/server/auth/step-up/prove";
import { StepUpProof, StepUpProven } from "@/server/auth/step-up/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "proveStepUp",
      summary: "Confirm a change with a fresh proof, so that its call can be made",
      tags: ["Authentication"],
      auth: ["session"],
      relaxedLimit: true,
      params: z.object({ id: z.string().describe("ID that the refusal `step_up_required` named.") }),
      body: StepUpProof,
      status: 200,
      returns: StepUpProven,
      errors: ["not_found", "proof_refused", "passkeys_unavailable", "unavailable"],
    },
    ({ ctx, params, body }) => proveStepUp(ctx, params.id, body),
  ),
});
