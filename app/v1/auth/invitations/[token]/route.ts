import { z } from "zod";
import { readInvitation } from "@/server/auth/members/invitations";
import { InvitationRead } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ token: z.string().describe("Token of the invitation.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "readInvitationAsGuest",
      summary: "Read what an invitation is for, signed in or not",
      tags: ["Members"],
      auth: [],
      params,
      status: 200,
      returns: InvitationRead,
      errors: ["not_found", "invitation_over"],
    },
    ({ ctx, params }) => readInvitation(ctx, params.token),
  ),
});
