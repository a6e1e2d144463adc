/** A refusal that the HTTP API answers with status 200 and `{"Error": "class … : …"}`. */
export class NodeError extends Error {
  constructor(
    /** The Java class that a real node names. */
    readonly javaClass: string,
    message: string,
  ) {
    super(message);
    this.name = "NodeError";
  }

  /** The body of the answer. */
  get body(): { Error: string } {
    return { Error: `class ${this.javaClass} : ${this.message}` };
  }
}

/** A rule of the chain that a transaction breaks; `code` is what a broadcast answers. */
export class Refusal extends Error {
  constructor(
    readonly code: BroadcastCode,
    message: string,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** Names of `Return.response_code` that a broadcast can answer. */
export type BroadcastCode =
  | "SIGERROR"
  | "CONTRACT_VALIDATE_ERROR"
  | "CONTRACT_EXE_ERROR"
  | "BANDWITH_ERROR"
  | "DUP_TRANSACTION_ERROR"
  | "TAPOS_ERROR"
  | "TOO_BIG_TRANSACTION_ERROR"
  | "TRANSACTION_EXPIRATION_ERROR"
  | "SERVER_BUSY"
  | "NO_CONNECTION"
  | "NOT_ENOUGH_EFFECTIVE_CONNECTION"
  | "BLOCK_UNSOLIDIFIED"
  | "OTHER_ERROR";

/** What the chain itself says about a contract: unknown, too dear, not paid for. */
export function invalidContract(message: string): Refusal {
  return new Refusal("CONTRACT_VALIDATE_ERROR", message);
}
