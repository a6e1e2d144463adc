import { z } from "zod";
import { changeRole, removeMember } from "@/server/auth/members/members";
import { Member, RoleBody } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

const params = z.object({ id: z.string().describe("ID of the membership.") });
const refusals = ["not_found", "conflict"] as const;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "updateMember",
      waitsForApproval: true,
      summary: "Give a member another role",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      body: RoleBody,
      status: 200,
      returns: Member,
      errors: refusals,
    },
    ({ ctx, params, body }) => changeRole(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "removeMember",
      waitsForApproval: true,
      summary: "Remove a member, and end their sessions in the account",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,

      status: 200,
      returns: Done,
      errors: refusals,
    },
    ({ ctx, params }) => removeMember(ctx, params.id),
  ),
});
