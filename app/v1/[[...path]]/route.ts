import { unknownPath } from "@/server/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = unknownPath();
