import type { Environment } from "@/sdk/client/environment";
import { listsOf, type MakeList } from "@/sdk/client/listing";
import type { Call } from "@/sdk/client/operation";
import { type MakeOperation, operationsOf } from "@/sdk/client/operation-function";

/** What the methods of resources are made with. */
export interface Methods {
  call: Call;
  environment: Environment;
  operation: MakeOperation;
  list: MakeList;
}

/** Methods that make their calls with `call`. */
export function methodsOf(call: Call, environment: Environment): Methods {
  return { call, environment, operation: operationsOf(call), list: listsOf(call) };
}
