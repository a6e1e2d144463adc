import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";
import { takeCspReport } from "@/server/http/pages/csp-report";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, _segments, peer) => takeCspReport(app(), request, peer)),
});
