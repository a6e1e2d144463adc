import { reseal } from "./operator/reseal";
import { runProgram } from "./operator/terminal";

await runProgram(reseal);
