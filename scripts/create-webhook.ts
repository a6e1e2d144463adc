import { createWebhook } from "./operator/create-webhook";
import { runProgram } from "./operator/terminal";

await runProgram(createWebhook);
