import { createInvitation, listInvitations } from "@/server/auth/members/invitations";
import { Invitation, InvitationCreated, RoleBody } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listInvitations",
      summary: "List invitations that wait",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,

      status: 200,
      returns: Invitation.array(),
      errors: [],
    },
    ({ ctx }) => listInvitations(ctx),
  ),
  POST: route(
    {
      operationId: "createInvitation",
      waitsForApproval: true,
      summary: "Invite one person; the token is shown once",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,

      body: RoleBody,
      status: 201,
      returns: InvitationCreated,
      errors: ["conflict"],
      idempotent: true,
    },
    ({ ctx, body }) => createInvitation(ctx, body),
  ),
});
