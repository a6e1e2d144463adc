import { z } from "zod";
import { readInvitation, withdrawInvitation } from "@/server/auth/members/invitations";
import { InvitationRead } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

const params = z.object({
  token: z.string().describe("Token of the invitation; to withdraw it, its ID, which lets nobody in."),
});

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvitation",
      summary: "Read what an invitation is for, before it is accepted",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,

      status: 200,
      returns: InvitationRead,
      errors: ["not_found", "invitation_over"],
    },
    ({ ctx, params }) => readInvitation(ctx, params.token),
  ),
  DELETE: route(
    {
      operationId: "withdrawInvitation",
      summary: "Withdraw an invitation, by its ID",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,

      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => withdrawInvitation(ctx, params.token),
  ),
});
