import NextAuth from "next-auth";
import { app } from "@/server/boot";
import { errorBody } from "@/server/http/error-body";
import type { NextContext } from "@/server/http/handler";
import { nextAuthCall } from "@/server/http/next-auth";

/** Served by Next alone: next-auth needs its request scope. */
async function handler(request: Request, context: NextContext): Promise<Response> {
  const { options, signOutFailure } = await nextAuthCall(app(), request.headers);
  const answer: Response = await NextAuth(options)(request, context);
  const failure = signOutFailure();
  if (!failure) return answer;
  const { status, body } = errorBody(failure, "issues");
  return Response.json(body, { status });
}

export { handler as GET, handler as POST };
