import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { BooksSettings, BooksSettingsBody } from "@/server/ledger/worth/schema";
import { putBooksSettings, readBooksSettings } from "@/server/ledger/worth/settings";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getBooksSettings",
      summary: "Read the currency of the books",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      status: 200,
      returns: BooksSettings,
      errors: [],
    },
    ({ ctx }) => readBooksSettings(ctx),
  ),
  PUT: route(
    {
      operationId: "putBooksSettings",
      summary: "Name the currency of the books: every entry is valued in it",
      tags: ["Books"],
      auth: ["session"],
      body: BooksSettingsBody,
      status: 200,
      returns: BooksSettings,
      errors: ["conflict"],
    },
    ({ ctx, body }) => putBooksSettings(ctx, body),
  ),
});
