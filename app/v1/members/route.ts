import { listMembers } from "@/server/auth/members/members";
import { Member } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listMembers",
      summary: "List who belongs to the account",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,

      status: 200,
      returns: Member.array(),
      errors: [],
    },
    ({ ctx }) => listMembers(ctx),
  ),
});
