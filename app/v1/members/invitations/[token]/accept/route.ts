import { z } from "zod";
import { acceptInvitation } from "@/server/auth/members/invitations";
import { OwnAccount } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ token: z.string().describe("Token of the invitation.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "acceptInvitation",
      summary: "Become a member of the account that invites",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,

      status: 200,
      returns: OwnAccount,
      errors: ["not_found", "invitation_over", "account_disabled", "forbidden", "conflict"],
    },
    ({ ctx, params }) => acceptInvitation(ctx, params.token),
  ),
});
