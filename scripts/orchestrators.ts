import { orchestrators } from "./operator/orchestrators";
import { runProgram } from "./operator/terminal";

await runProgram(orchestrators);
