import { restore } from "./operator/restore";
import { runProgram } from "./operator/terminal";

await runProgram(restore);
