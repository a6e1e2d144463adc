import { chain } from "./operator/chain";
import { runProgram } from "./operator/terminal";

await runProgram(chain);
