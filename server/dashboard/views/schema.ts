import { z } from "zod";
import { VIEW_LISTS } from "@/db/schema";
import { Label } from "@/server/lib/text";

export const ViewList = z.enum(VIEW_LISTS);
export type ViewList = z.infer<typeof ViewList>;

const MAX_QUERY = 1_000;

export const CreateViewBody = z.object({
  list: ViewList.describe("Whose filters they are."),
  name: Label.describe("Name of the view; saving another of this name replaces it."),
  query: z
    .string()
    .max(MAX_QUERY)
    .regex(/^[\w%.,~*+=&-]*$/, "query must be a query string")
    .describe("The filters as the address of the list holds them, such as `status=paid&network=base`."),
});
export type CreateViewBody = z.infer<typeof CreateViewBody>;

/** A named choice of filters of one list. Everybody who signs in to the account sees it. */
export const SavedView = z
  .object({
    id: z.string().describe("ID of the view."),
    list: ViewList.describe("Whose filters they are."),
    name: z.string().describe("Name of the view."),
    query: z.string().describe("The filters as the address of the list holds them."),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof SavedView>;
