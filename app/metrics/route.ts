import { randomUUID } from "node:crypto";
import { app } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { endpoint, failure } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";
import { scrape } from "@/server/http/monitoring/scrape";
import { textAnswer } from "@/server/http/respond";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: handlerOf(async (request) => {
    // Of a port of its own then.
    if (app().config.metricsPort !== null) return failure(request, new ApiError("not_found", "Not found"));
    const text = await scrape(app());
    return textAnswer(request, text, app().metrics.registry.contentType, randomUUID());
  }),
});
