import { listsOf, type MakeList } from "@/sdk/client/listing";
import type { Call } from "@/sdk/client/operation";
import { type MakeOperation, operationsOf } from "@/sdk/client/operation-function";

/** What the methods of resources are made with. */
export interface Methods {
  call: Call;
  operation: MakeOperation;
  list: MakeList;
}

/** Methods that make their calls with `call`. */
export function methodsOf(call: Call): Methods {
  return { call, operation: operationsOf(call), list: listsOf(call) };
}
