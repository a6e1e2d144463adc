import { audit } from "./operator/audit";
import { runProgram } from "./operator/terminal";

await runProgram(audit);
