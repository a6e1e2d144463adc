import { Hono } from "hono";

// Ponder asks for a server; nothing of it is measured.
export default new Hono();
