import { backup } from "./operator/backup";
import { runProgram } from "./operator/terminal";

await runProgram(backup);
