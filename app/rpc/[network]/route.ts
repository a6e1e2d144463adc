import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { handlerOf } from "@/server/http/handler";
import { answerRpc } from "@/server/rpc/proxy";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, { network }, peer) =>
    answerRpc(app(), typeof network === "string" ? network : "", request, peer),
  ),
});
