import { storeLogo } from "@/server/branding/logos";
import { LogoBody, LogoStored } from "@/server/branding/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "uploadLogo",
      summary: "Upload a logo, to be set in a branding",
      tags: ["Branding"],
      auth: ["session", "apiKey"],
      body: LogoBody,
      status: 201,
      returns: LogoStored,
      errors: [],
    },
    ({ ctx, body }) => storeLogo(ctx, body),
  ),
});
