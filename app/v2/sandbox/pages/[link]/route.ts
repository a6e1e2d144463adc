import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { decideOnSandboxPage } from "@/server/payers/sandbox";
import { SandboxDecided, SandboxLinkPath, SandboxPageBody } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "decideOnSandboxPage",
      summary: "What a payer pressed on a page of the sandbox; the link is the credential",
      tags: ["Sandbox"],
      auth: [],
      params: SandboxLinkPath,
      body: SandboxPageBody,
      status: 200,
      returns: SandboxDecided,
      errors: ["payer_not_found"],
    },
    async ({ ctx, params, body }) => {
      await decideOnSandboxPage(ctx, params.link, body);
      return { decided: true };
    },
  ),
});
