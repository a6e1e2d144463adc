import { payers } from "./operator/payers";
import { runProgram } from "./operator/terminal";

await runProgram(payers);
