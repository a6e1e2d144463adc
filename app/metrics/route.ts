import { randomUUID } from "node:crypto";
import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";
import { textAnswer } from "@/server/http/respond";
import { scrape } from "@/server/http/scrape";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: handlerOf(async (request) => {
    const text = await scrape(app());
    return textAnswer(request, text, app().metrics.registry.contentType, randomUUID());
  }),
});
