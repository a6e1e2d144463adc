import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

// A sender in a process of its own, so that a test can kill it. Its lease is as long as in production.
const app = boot(readConfig(process.env), "sender");
await createWebhookSender(app).start();
process.send?.("ready");
