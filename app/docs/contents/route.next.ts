import { contents } from "../reference";

export const dynamic = "force-static";

/** Every page of the reference, for the dashboard's search: fetched when somebody searches, and never before. */
export function GET(): Response {
  return Response.json(contents);
}
