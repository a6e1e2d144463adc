import { z } from "zod";
import { VIEW_LISTS } from "@/db/schema";
import { Label } from "@/server/lib/text";

export const ViewList = z.enum(VIEW_LISTS);
export type ViewList = z.infer<typeof ViewList>;

const MAX_QUERY = 1_000;

export const CreateViewBody = z.object({
  list: ViewList,
  name: Label,
  /** The filters as the address of the list holds them, such as `status=paid&network=base`. */
  query: z
    .string()
    .max(MAX_QUERY)
    .regex(/^[\w%.,~*+=&-]*$/, "query must be a query string"),
});
export type CreateViewBody = z.infer<typeof CreateViewBody>;

/** A named choice of filters of one list. Everybody who signs in to the account sees it. */
export const SavedView = z
  .object({ id: z.string(), list: ViewList, name: z.string(), query: z.string() })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof SavedView>;
