import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";
import { answerTronApi } from "@/server/rpc/tron-api";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, { method }, peer) =>
    answerTronApi(app(), typeof method === "string" ? method : "", request, peer),
  ),
});
