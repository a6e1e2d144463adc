import { app } from "@/server/boot";
import { takeCspReport } from "@/server/http/csp-report";
import { endpoint } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, _segments, peer) => takeCspReport(app(), request, peer)),
});
