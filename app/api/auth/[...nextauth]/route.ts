import NextAuth from "next-auth";
import { app } from "@/server/boot";
import type { NextContext } from "@/server/http/handler";
import { nextAuthOptions } from "@/server/http/next-auth";

/** Served by Next alone: next-auth needs its request scope. */
async function handler(request: Request, context: NextContext): Promise<Response> {
  return NextAuth(await nextAuthOptions(app(), request.headers))(request, context);
}

export { handler as GET, handler as POST };
