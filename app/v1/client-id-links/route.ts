import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listOwnLinks } from "@/server/onboarding/own-links";
import { PlatformLinkList } from "@/server/onboarding/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listClientIdLinks",
      summary: "List the partners that are linked to your client IDs, and what they cost",
      tags: ["Hosted Onboarding"],
      auth: ["session"],
      status: 200,
      returns: PlatformLinkList,
      errors: [],
    },
    ({ ctx }) => listOwnLinks(ctx),
  ),
});
