import { held } from "./operator/held";
import { runProgram } from "./operator/terminal";

await runProgram(held);
