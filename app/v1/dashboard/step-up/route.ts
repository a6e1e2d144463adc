import { StepUpSettings, StepUpSettingsBody } from "@/server/auth/step-up/schema";
import { readStepUpSettings, updateStepUpSettings } from "@/server/auth/step-up/settings";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStepUpSettings",
      summary: "Read which sessions confirm their changes",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: StepUpSettings,
      errors: [],
    },
    ({ ctx }) => readStepUpSettings(ctx),
  ),
  PUT: route(
    {
      operationId: "updateStepUpSettings",
      summary: "Choose whether every session confirms its changes, and which payments are confirmed",
      tags: ["Dashboard"],
      auth: ["session"],
      body: StepUpSettingsBody,
      status: 200,
      returns: StepUpSettings,
      errors: [],
    },
    ({ ctx, body }) => updateStepUpSettings(ctx, body),
  ),
});
