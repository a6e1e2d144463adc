import { endOtherSessions, listSessions } from "@/server/auth/own-sessions";
import { SessionRecord, SessionsEnded, WhoseSessions } from "@/server/auth/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listSessions",
      summary: "List where the account is signed in",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      status: 200,
      returns: SessionRecord.array(),
      errors: [],
    },
    ({ ctx }) => listSessions(ctx),
  ),
  DELETE: route(
    {
      operationId: "endOtherSessions",
      summary: "Sign the account out everywhere but here",
      tags: ["Dashboard"],
      auth: ["session"],
      query: WhoseSessions,
      status: 200,
      returns: SessionsEnded,
      errors: [],
    },
    ({ ctx, query }) => endOtherSessions(ctx, query),
  ),
});
