import { CreateViewBody, SavedView } from "@/server/dashboard/views/schema";
import { listViews, saveView } from "@/server/dashboard/views/views";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listSavedViews",
      summary: "List the saved views of the dashboard's lists",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      status: 200,
      returns: SavedView.array(),
      errors: [],
    },
    ({ ctx }) => listViews(ctx),
  ),
  POST: route(
    {
      operationId: "saveView",
      summary: "Save the filters of a list under a name",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: CreateViewBody,
      status: 201,
      returns: SavedView,
      errors: [],
    },
    ({ ctx, body }) => saveView(ctx, body),
  ),
});
